package dev.setpoint.machinery.json;

import dev.setpoint.machinery.text.Quoted;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a text that is not JSON, in the words that Kubernetes' clients know.
///
///     {"a":         unexpected end of JSON input
///     {"a":1,}      invalid character '}' looking for beginning of object key string
///     [1 2]         invalid character '2' after array element
///
/// Only texts that the parser refused come here, so this is written for its sentences and not for speed.
final class JsonSyntax {
    private final byte[] json;
    private final int maxDepth;
    private int at;

    private JsonSyntax(byte[] json, int maxDepth) {
        this.json = json;
        this.maxDepth = maxDepth;
    }

    /// The first mistake, or null when the text is JSON after all.
    static @Nullable String firstMistake(byte[] json, int maxDepth) {
        try {
            new JsonSyntax(json, maxDepth).document();
            return null;
        } catch (MalformedJsonException e) {
            return e.getMessage();
        }
    }

    private void document() {
        value(0);
        skipSpace();
        if (at < json.length) {
            throw unexpected("after top-level value");
        }
    }

    private void value(int depth) {
        skipSpace();
        int first = peek();
        switch (first) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> {
                if (first != '-' && !isDigit(first)) {
                    throw unexpected("looking for beginning of value");
                }
                number();
            }
        }
    }

    private void object(int depth) {
        enter(depth);
        if (peek() == '}') {
            at++;
            return;
        }
        while (true) {
            skipSpace();
            if (peek() != '"') {
                throw unexpected("looking for beginning of object key string");
            }
            string();
            skipSpace();
            if (peek() != ':') {
                throw unexpected("after object key");
            }
            at++;
            value(depth);
            if (!another('}', "after object key:value pair")) {
                return;
            }
        }
    }

    private void array(int depth) {
        enter(depth);
        if (peek() == ']') {
            at++;
            return;
        }
        do {
            value(depth);
        } while (another(']', "after array element"));
    }

    private void enter(int depth) {
        if (depth > maxDepth) {
            throw unexpected("exceeded max depth");
        }
        at++;
        skipSpace();
    }

    private boolean another(char end, String context) {
        skipSpace();
        int next = peek();
        if (next != ',' && next != end) {
            throw unexpected(context);
        }
        at++;
        return next == ',';
    }

    private void string() {
        at++;
        while (true) {
            int next = peek();
            if (next < 0x20) {
                throw unexpected("in string literal");
            }
            at++;
            if (next == '"') {
                return;
            }
            if (next == '\\') {
                escape();
            }
        }
    }

    private void escape() {
        int kind = peek();
        if ("bfnrt\\/\"u".indexOf(kind) < 0) {
            throw unexpected("in string escape code");
        }
        at++;
        if (kind == 'u') {
            for (int i = 0; i < 4; i++, at++) {
                if (Character.digit(peek(), 16) < 0) {
                    throw unexpected("in \\u hexadecimal character escape");
                }
            }
        }
    }

    private void number() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits("in numeric literal");
        }
        if (at < json.length && json[at] == '.') {
            at++;
            digits("after decimal point in numeric literal");
        }
        if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits("in exponent of numeric literal");
        }
    }

    private void digits(String context) {
        if (!isDigit(peek())) {
            throw unexpected(context);
        }
        while (at < json.length && isDigit(json[at])) {
            at++;
        }
    }

    private void literal(String word) {
        for (int i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i)) {
                throw unexpected("in literal " + word + " (expecting '" + word.charAt(i) + "')");
            }
        }
    }

    private void skipSpace() {
        while (at < json.length && (json[at] == ' ' || json[at] == '\t' || json[at] == '\r' || json[at] == '\n')) {
            at++;
        }
    }

    private int peek() {
        if (at >= json.length) {
            throw new MalformedJsonException("unexpected end of JSON input");
        }
        return json[at] & 0xFF;
    }

    private MalformedJsonException unexpected(String context) {
        char character = (char) (json[at] & 0xFF);
        String quoted = Quoted.of(String.valueOf(character));
        String shown = switch (character) {
            case '\'' -> "\\'";
            case '"' -> "\"";
            default -> quoted.substring(1, quoted.length() - 1);
        };
        return new MalformedJsonException("invalid character '" + shown + "' " + context);
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }
}
