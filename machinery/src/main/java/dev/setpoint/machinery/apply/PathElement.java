package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;

/// One step of a path, in the notation of managed fields.
///
///     f:spec                       a field of a struct, or a key of a map
///     k:{"name":"web"}             the element of a list that has this key
///     v:"example.com/hold"         an element of a set
///     i:2                          the element at a place
public sealed interface PathElement extends Comparable<PathElement> {
    record Name(String name) implements PathElement {
        @Override
        public String prefix() {
            return "f:";
        }

        @Override
        public String text() {
            return name;
        }

        /// `.spec`
        @Override
        public String toString() {
            return "." + name;
        }
    }

    /// @param json the key fields as compact JSON, sorted by name
    record Key(String json) implements PathElement {
        static Key of(JsonObject fields) {
            return new Key(CompactText.sorted(fields));
        }

        @Override
        public String prefix() {
            return "k:";
        }

        @Override
        public String text() {
            return json;
        }

        /// `[name="web"]`
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("[");
            JsonReader.object(json.getBytes(StandardCharsets.UTF_8)).forEach((name, value) -> {
                text.append(text.length() > 1 ? "," : "")
                        .append(name)
                        .append('=')
                        .append(JsonWriter.text(value));
            });
            return text.append(']').toString();
        }
    }

    /// @param json the element itself as compact JSON
    record Value(String json) implements PathElement {
        @Override
        public String prefix() {
            return "v:";
        }

        @Override
        public String text() {
            return json;
        }

        /// `[="example.com/hold"]`
        @Override
        public String toString() {
            return "[=" + json + "]";
        }
    }

    record Index(int index) implements PathElement {
        @Override
        public String prefix() {
            return "i:";
        }

        @Override
        public String text() {
            return Integer.toString(index);
        }

        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    /// What kind of step it is, as managed fields write it before the [#text].
    String prefix();

    String text();

    /// Fields before keys before values before places; among equals by their text.
    @Override
    default int compareTo(PathElement other) {
        return switch (this) {
            case Name(String name) -> other instanceof Name(String theirs) ? name.compareTo(theirs) : -1;
            case Key(String json) ->
                switch (other) {
                    case Name _ -> 1;
                    case Key(String theirs) -> json.compareTo(theirs);
                    case Value _, Index _ -> -1;
                };
            case Value(String json) ->
                switch (other) {
                    case Name _, Key _ -> 1;
                    case Value(String theirs) -> json.compareTo(theirs);
                    case Index _ -> -1;
                };
            case Index(int index) -> other instanceof Index(int theirs) ? Integer.compare(index, theirs) : 1;
        };
    }

    /// @throws MalformedJsonException when the text is no path element
    static PathElement parse(String text) {
        if (text.length() < 2 || text.charAt(1) != ':') {
            throw new MalformedJsonException("missing colon: '" + text + "'");
        }
        String rest = text.substring(2);
        return switch (text.charAt(0)) {
            case 'f' -> new Name(rest);
            case 'k' -> key(rest);
            case 'v' -> new Value(CompactText.of(JsonReader.value(rest.getBytes(StandardCharsets.UTF_8))));
            case 'i' -> index(rest);
            default -> throw new MalformedJsonException("unknown path element: '" + text + "'");
        };
    }

    /// Nearly all keys are one plain text under one plain name, and stand as they would be written.
    private static Key key(String json) {
        return CompactText.isPlainKey(json)
                ? new Key(json)
                : Key.of(JsonReader.object(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static Index index(String digits) {
        try {
            return new Index(Integer.parseInt(digits));
        } catch (NumberFormatException _) {
            throw new MalformedJsonException("not an index: '" + digits + "'");
        }
    }
}
