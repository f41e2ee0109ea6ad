package dev.setpoint.machinery.json;

import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decodes JSON that a server wrote: an object of the store, an answer; and for [JsonReader], from whoever sends it,
/// JSON of the plain kind.
///
/// Objects are read far more often than they are written by people, so this is done by hand: names and short texts,
/// which come again and again, are found instead of made where they are of a known vocabulary. In an object of the
/// store the account of managed fields,
/// half of many an object, stays text until somebody looks into it; of an [#outline] nearly everything does.
public final class CompactReader {
    /// Under this name stand sets of fields.
    private static final String FIELDS = "fieldsV1";

    private static final String METADATA = "metadata";

    /// To read it costs little more than to keep it as text.
    private static final int SMALL_PART = 128;

    private static final int LONGEST_NAME = 40;

    /// Longer texts are mostly met once: uids, generated names.
    private static final int LONGEST_VALUE = 24;

    private static final int MOST_DIGITS = 18;
    private static final char REPLACEMENT = '\uFFFD';

    private static final int DEEPEST_PLAIN = 64;
    private static final int MOST_PLAIN = 16 * 1024 * 1024;

    private enum Way {
        /// It may come from anywhere.
        PLAIN,
        /// A server wrote it: no field comes twice, and no depth is beyond bounds.
        WHOLE,
        /// A server wrote it, and large parts stay text.
        OUTLINE
    }

    private final byte[] json;
    private final Way way;

    private int at;
    private int depth;

    /// The fields of the objects that are not at their end yet, the outer ones below: so each gets arrays that fit.
    private String[] names = new String[64];

    private JsonValue[] values = new JsonValue[64];
    private int top;

    private CompactReader(byte[] json, Way way) {
        this.json = json;
        this.way = way;
    }

    /// @throws MalformedJsonException when this is no JSON object
    public static JsonObject object(byte[] json) {
        return new CompactReader(json, Way.WHOLE).whole();
    }

    /// An object of the store of which the larger parts, but for the metadata, stay text until somebody looks into
    /// them; and then theirs do. Whoever changes a status never sees the spec.
    public static JsonObject outline(byte[] json) {
        return new CompactReader(json, Way.OUTLINE).whole();
    }

    /// An array, likewise.
    static JsonArray part(byte[] json) {
        CompactReader reader = new CompactReader(json, Way.OUTLINE);
        return reader.ending(reader::array);
    }

    private JsonObject whole() {
        require('{');
        return ending(this::object);
    }

    private <T> T ending(Supplier<T> value) {
        try {
            T found = value.get();
            requireEnd();
            return found;
        } catch (IndexOutOfBoundsException _) {
            throw new MalformedJsonException("unexpected end of JSON input");
        }
    }

    /// The object in JSON from anywhere; null when there is a mistake in it or anything else that takes a closer look:
    /// fields that come twice, broken encoding, surrogates, fractions, more nesting than people write.
    static @Nullable JsonObject plain(byte[] json) {
        if (json.length > MOST_PLAIN) {
            return null;
        }
        try {
            CompactReader reader = new CompactReader(json, Way.PLAIN);
            if (reader.skipBlanks() != '{') {
                return null;
            }
            JsonObject object = reader.object();
            reader.requireEnd();
            return object;
        } catch (IndexOutOfBoundsException | MalformedJsonException _) {
            return null;
        }
    }

    private JsonValue value() {
        byte first = skipBlanks();
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", JsonBoolean.TRUE);
            case 'f' -> word("false", JsonBoolean.FALSE);
            case 'n' -> word("null", JsonNull.NULL);
            default -> number();
        };
    }

    private JsonObject object() {
        enter();
        if (skipBlanks() == '}') {
            leave();
            return new JsonObject();
        }
        int from = top;
        long traces = 0;
        do {
            String name = fieldName();
            JsonValue value = fieldValue(name);
            long trace = JsonObject.trace(name.hashCode());
            if (top - from == JsonObject.SEARCHED || ((traces & trace) != 0 && isAmong(name, from))) {
                return largeObject(from, name, value);
            }
            traces |= trace;
            push(name, value);
        } while (more('}'));
        JsonObject object = JsonObject.ofDistinct(names, values, from, top - from);
        top = from;
        return object;
    }

    /// Goes on with an object that has many fields, or one of them twice.
    private JsonObject largeObject(int from, String name, JsonValue value) {
        JsonObject object = new JsonObject();
        for (int i = from; i < top; i++) {
            object.put(names[i], values[i]);
        }
        top = from;
        put(object, name, value);
        while (more('}')) {
            String next = fieldName();
            put(object, next, fieldValue(next));
        }
        return object;
    }

    private void put(JsonObject object, String name, JsonValue value) {
        if (object.replace(name, value) != null && way == Way.PLAIN) {
            throw malformed();
        }
    }

    private boolean isAmong(String name, int from) {
        for (int i = from; i < top; i++) {
            if (names[i].equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void push(String name, JsonValue value) {
        if (top == names.length) {
            names = Arrays.copyOf(names, 2 * top);
            values = Arrays.copyOf(values, 2 * top);
        }
        names[top] = name;
        values[top++] = value;
    }

    private String fieldName() {
        require('"');
        String name = name();
        require(':');
        at++;
        return name;
    }

    private JsonValue fieldValue(String name) {
        if (way != Way.PLAIN && name.equals(FIELDS) && skipBlanks() == '{') {
            return JsonObject.written(text());
        }
        return way == Way.OUTLINE && depth == 1 && !name.equals(METADATA) ? part() : value();
    }

    /// A value that stays text if it is large.
    private JsonValue part() {
        byte first = skipBlanks();
        if (first != '{' && first != '[') {
            return value();
        }
        int from = at;
        skipNested();
        if (at - from <= SMALL_PART) {
            at = from;
            return value();
        }
        byte[] text = Arrays.copyOfRange(json, from, at);
        return first == '{' ? JsonObject.written(text) : JsonArray.written(text);
    }

    /// Whether another part follows; else the end has been passed.
    private boolean more(char end) {
        if (skipBlanks() == ',') {
            at++;
            return true;
        }
        require(end);
        leave();
        return false;
    }

    private void enter() {
        at++;
        if (++depth > DEEPEST_PLAIN && way == Way.PLAIN) {
            throw malformed();
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    private JsonArray array() {
        enter();
        JsonArray array = new JsonArray();
        if (skipBlanks() == ']') {
            leave();
            return array;
        }
        boolean parts = way == Way.OUTLINE && depth == 1;
        do {
            array.add(parts ? part() : value());
        } while (more(']'));
        return array;
    }

    /// The text of an object or array.
    private byte[] text() {
        int from = at;
        skipNested();
        return Arrays.copyOfRange(json, from, at);
    }

    private void skipNested() {
        int nesting = 0;
        do {
            switch (json[at++]) {
                case '{', '[' -> nesting++;
                case '}', ']' -> nesting--;
                case '"' -> skipText();
                default -> {}
            }
        } while (nesting > 0);
    }

    /// From behind the quote with which a text begins to behind the one with which it ends.
    private void skipText() {
        while (true) {
            if (at <= json.length - Long.BYTES) {
                int end = Words.firstQuoteOrBackslash(Words.at(json, at));
                at += end;
                if (end == Long.BYTES) {
                    continue;
                }
            }
            switch (json[at++]) {
                case '"' -> {
                    return;
                }
                case '\\' -> at++;
                default -> {}
            }
        }
    }

    private String name() {
        int from = at + 1;
        int length = plainLength(from);
        if (length < 0 || length > LONGEST_NAME) {
            return string().value();
        }
        at = from + length + 1;
        KnownText known = KnownText.at(json, from, length);
        return known != null ? known.name() : new String(json, from, length, StandardCharsets.ISO_8859_1);
    }

    private JsonString string() {
        int from = at + 1;
        int length = plainLength(from);
        if (length < 0) {
            return new JsonString(oddText());
        }
        at = from + length + 1;
        KnownText known = length <= LONGEST_VALUE ? KnownText.at(json, from, length) : null;
        return known != null
                ? known.value()
                : new JsonString(new String(json, from, length, StandardCharsets.ISO_8859_1));
    }

    /// How long the text from here to the next quote is, or -1 if not every byte of it is simply a character.
    private int plainLength(int from) {
        int i = from;
        for (int last = json.length - Long.BYTES; i <= last; i += Long.BYTES) {
            int odd = Words.firstOdd(Words.at(json, i));
            if (odd < Long.BYTES) {
                i += odd;
                return json[i] == '"' ? i - from : -1;
            }
        }
        for (; ; i++) {
            byte next = json[i];
            if (next == '"') {
                return i - from;
            }
            if (next < ' ' || next == '\\') { // Below the blank is also what is no ASCII.
                return -1;
            }
        }
    }

    /// A text with escapes or with more than ASCII in it.
    private String oddText() {
        int from = ++at;
        StringBuilder text = new StringBuilder();
        while (true) {
            byte next = json[at];
            if (next != '"' && next != '\\') {
                if (next >= 0 && next < ' ') {
                    throw malformed();
                }
                at++;
                continue;
            }
            text.append(decoded(from));
            at++;
            if (next == '"') {
                return text.toString();
            }
            text.append(escaped());
            from = at;
        }
    }

    private String decoded(int from) {
        String text = new String(json, from, at - from, StandardCharsets.UTF_8);
        if (way == Way.PLAIN && text.indexOf(REPLACEMENT) >= 0) {
            throw malformed();
        }
        return text;
    }

    private char escaped() {
        byte letter = json[at++];
        return switch (letter) {
            case '"', '\\', '/' -> (char) letter;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    code = (code << 4) | hexadecimal(json[at++]);
                }
                if (way == Way.PLAIN && Character.isSurrogate((char) code)) {
                    throw malformed();
                }
                yield (char) code;
            }
            default -> throw malformed();
        };
    }

    private int hexadecimal(byte digit) {
        int value = Character.digit(digit, 16);
        if (value < 0) {
            throw malformed();
        }
        return value;
    }

    private JsonValue number() {
        int from = at;
        boolean negative = json[at] == '-';
        at += negative ? 1 : 0;
        long number = 0;
        int digits = at;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            number = 10 * number + (json[at++] - '0');
        }
        if (way == Way.PLAIN && (json[digits] == '0' && at > digits + 1)) {
            throw malformed();
        }
        boolean whole = at == json.length || (json[at] != '.' && json[at] != 'e' && json[at] != 'E');
        if (whole && at > digits && at - digits <= MOST_DIGITS) {
            return new JsonInteger(negative ? -number : number);
        }
        if (way == Way.PLAIN) {
            throw malformed();
        }
        while (at < json.length && "+-.eE0123456789".indexOf(json[at]) >= 0) {
            at++;
        }
        return oddNumber(new String(json, from, at - from, StandardCharsets.ISO_8859_1), whole);
    }

    private JsonValue oddNumber(String text, boolean whole) {
        try {
            return whole ? new JsonInteger(Long.parseLong(text)) : new JsonDecimal(Double.parseDouble(text));
        } catch (NumberFormatException _) {
            return decimal(text);
        }
    }

    /// A whole number that is too large to be one.
    private JsonValue decimal(String text) {
        try {
            return new JsonDecimal(Double.parseDouble(text));
        } catch (NumberFormatException _) {
            throw malformed();
        }
    }

    private JsonValue word(String word, JsonValue value) {
        for (int i = 0; i < word.length(); i++) {
            if (json[at++] != word.charAt(i)) {
                throw malformed();
            }
        }
        return value;
    }

    private byte skipBlanks() {
        while (at < json.length) {
            byte next = json[at];
            if (next != ' ' && next != '\n' && next != '\t' && next != '\r') {
                return next;
            }
            at++;
        }
        return 0;
    }

    private void requireEnd() {
        skipBlanks();
        if (at != json.length) {
            throw malformed();
        }
    }

    private void require(char ascii) {
        if (skipBlanks() != ascii) {
            throw malformed();
        }
    }

    private MalformedJsonException malformed() {
        return new MalformedJsonException("malformed JSON at byte " + at);
    }
}
