package dev.setpoint.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of an object without its `managedFields`, so that nobody has to read what nobody asks for: often half of
/// the object, full of names that occur nowhere else.
///
///     {"kind":"Pod","metadata":{"name":"p","managedFields":[...],"uid":"u"},"spec":...}
///     {"kind":"Pod","metadata":{"name":"p","uid":"u"},"spec":...}
final class AccountlessBytes {
    private static final byte[] METADATA = "metadata".getBytes(StandardCharsets.UTF_8);
    private static final byte[] MANAGED_FIELDS = "managedFields".getBytes(StandardCharsets.UTF_8);

    private final byte[] json;
    private int at;

    private AccountlessBytes(byte[] json) {
        this.json = json;
    }

    /// The same bytes when there are no managed fields, and when they are not written in the compact form in which
    /// objects are kept and sent.
    static byte[] of(byte[] json) {
        return new AccountlessBytes(json).cut();
    }

    private byte[] cut() {
        return enter(METADATA) && enter(MANAGED_FIELDS) ? without() : json;
    }

    /// Goes into the value of a name in the object that begins here; false when there is no such name.
    private boolean enter(byte[] name) {
        if (at >= json.length || json[at] != '{') {
            return false;
        }
        at++;
        while (at < json.length && json[at] == '"') {
            int begin = at + 1;
            skipText();
            if (at >= json.length || json[at] != ':') {
                return false;
            }
            at++;
            if (Arrays.equals(json, begin, at - 2, name, 0, name.length)) {
                return true;
            }
            skipValue();
            if (at < json.length && json[at] == ',') {
                at++;
            }
        }
        return false;
    }

    private void skipValue() {
        int depth = 0;
        while (at < json.length) {
            switch (json[at]) {
                case '"' -> skipText();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    if (depth == 0) {
                        return;
                    }
                    depth--;
                    at++;
                }
                case ',' -> {
                    if (depth == 0) {
                        return;
                    }
                    at++;
                }
                default -> at++;
            }
        }
    }

    /// To the place after the closing quotation mark.
    private void skipText() {
        at++;
        while (at < json.length && json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    /// One of the commas beside it goes with it.
    private byte[] without() {
        int begin = at - MANAGED_FIELDS.length - 3;
        skipValue();
        if (at >= json.length) {
            return json;
        }
        if (json[at] == ',') {
            at++;
        } else if (json[begin - 1] == ',') {
            begin--;
        }
        byte[] rest = new byte[json.length - (at - begin)];
        System.arraycopy(json, 0, rest, 0, begin);
        System.arraycopy(json, at, rest, begin, json.length - at);
        return rest;
    }
}
