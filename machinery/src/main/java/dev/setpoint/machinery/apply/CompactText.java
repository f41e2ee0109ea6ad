package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/// JSON of keys and elements of sets. They are tiny and there are many: a generator for each would cost more than all
/// the rest of keeping account.
final class CompactText {
    private CompactText() {}

    static String of(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonString(String text) when isPlain(text, 0, text.length()) -> '"' + text + '"';
            case JsonValue.JsonInteger(long number) -> Long.toString(number);
            default -> JsonWriter.text(value);
        };
    }

    /// With the fields in order of their names.
    static String sorted(JsonObject object) {
        List<String> names = new ArrayList<>(object.names());
        if (names.size() > 1) {
            names.sort(null);
        }
        StringBuilder text = new StringBuilder("{");
        for (String name : names) {
            JsonValue value = object.get(name);
            if (value != null) {
                append(text.append(text.length() > 1 ? "," : ""), JsonValue.of(name));
                append(text.append(':'), value);
            }
        }
        return text.append('}').toString();
    }

    private static void append(StringBuilder text, JsonValue value) {
        if (value instanceof JsonValue.JsonString(String plain) && isPlain(plain, 0, plain.length())) {
            text.append('"').append(plain).append('"');
        } else {
            text.append(of(value));
        }
    }

    /// Whether the text is `{"name":"text"}` without blanks or anything that could be written in two ways.
    static boolean isPlainKey(String json) {
        int middle = json.indexOf("\":\"");
        return middle > 2
                && json.startsWith("{\"")
                && json.endsWith("\"}")
                && middle + 3 <= json.length() - 2
                && isPlain(json, 2, middle)
                && isPlain(json, middle + 3, json.length() - 2);
    }

    private static boolean isPlain(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }
}
