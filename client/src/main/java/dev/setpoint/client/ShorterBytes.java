package dev.setpoint.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The compact JSON of an object with one of its fields cut out, so that nobody has to read what nobody asks for.
///
///     a.b of {"a":{"b":[1,{}],"c":2}}  ->  {"a":{"c":2}}
final class ShorterBytes {
    /// Where a field is: the names on the way to it, the last one its own.
    static final class Place {
        private final byte[][] names;

        private Place(byte[][] names) {
            this.names = names;
        }

        /// @param path names with dots between them: `metadata.managedFields`
        static Place of(String path) {
            return new Place(Arrays.stream(path.split("\\."))
                    .map(name -> name.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new));
        }
    }

    private final byte[] json;
    private int at;

    private ShorterBytes(byte[] json) {
        this.json = json;
    }

    /// The same bytes when there is no such field, and when they are not written in the compact form in which objects
    /// are kept and sent.
    static byte[] without(byte[] json, Place place) {
        return new ShorterBytes(json).cut(place);
    }

    private byte[] cut(Place place) {
        for (byte[] name : place.names) {
            if (!enter(name)) {
                return json;
            }
        }
        return without(place.names[place.names.length - 1].length);
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
    private byte[] without(int nameLength) {
        int begin = at - nameLength - 3;
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
