package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of JSONPath that definitions use to point at one value: names, positions, keys in quotes, and filters that
/// compare a field of list elements with a text.
///
///     .spec.replicas
///     .spec.list[0]
///     .metadata.annotations['example.com/a']
///     .status.conditions[?(@.type=="Ready")].status
public final class SimplePath {
    private sealed interface Step {
        record Name(String name) implements Step {}

        record Index(int index) implements Step {}

        record Every() implements Step {}

        record Filter(List<String> field, String wanted, boolean equal) implements Step {}
    }

    private final String text;
    private final List<Step> steps;

    private SimplePath(String text, List<Step> steps) {
        this.text = text;
        this.steps = steps;
    }

    /// Empty when this is no such path.
    public static Optional<SimplePath> parse(String text) {
        List<Step> steps = new Parser(text).steps();
        return steps == null ? Optional.empty() : Optional.of(new SimplePath(text, List.copyOf(steps)));
    }

    /// Whether the path leads over names alone.
    public boolean plain() {
        return steps.stream().allMatch(step -> step instanceof Step.Name);
    }

    /// The names of a plain path.
    public List<String> names() {
        List<String> names = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (!(step instanceof Step.Name(String name))) {
                throw new IllegalStateException(text + " (expected: a path of names)");
            }
            names.add(name);
        }
        return names;
    }

    /// The first value that the path leads to, or null.
    public @Nullable JsonValue find(JsonValue root) {
        List<JsonValue> found = all(root);
        return found.isEmpty() ? null : found.getFirst();
    }

    /// Everything that the path leads to, in order.
    public List<JsonValue> all(JsonValue root) {
        List<JsonValue> values = List.of(root);
        for (Step step : steps) {
            List<JsonValue> next = new ArrayList<>();
            values.forEach(value -> follow(value, step, next));
            values = next;
        }
        return values;
    }

    private static void follow(JsonValue value, Step step, List<JsonValue> next) {
        switch (step) {
            case Step.Name(String name) -> {
                JsonValue field = value instanceof JsonObject object ? object.get(name) : null;
                if (field != null) {
                    next.add(field);
                }
            }
            case Step.Index(int index) -> {
                if (value instanceof JsonArray array) {
                    int position = index < 0 ? array.size() + index : index;
                    if (position >= 0 && position < array.size()) {
                        next.add(array.get(position));
                    }
                }
            }
            case Step.Every _ -> {
                switch (value) {
                    case JsonArray array -> array.forEach(next::add);
                    case JsonObject object -> object.forEach((_, field) -> next.add(field));
                    default -> {}
                }
            }
            case Step.Filter(var field, String wanted, boolean equal) -> {
                if (value instanceof JsonArray array) {
                    for (JsonValue element : array) {
                        JsonValue found =
                                element instanceof JsonObject object ? object.at(field.toArray(String[]::new)) : null;
                        if (found != null && wanted.equals(plainText(found)) == equal) {
                            next.add(element);
                        }
                    }
                }
            }
        }
    }

    private static String plainText(JsonValue value) {
        return value instanceof JsonValue.JsonString(String string) ? string : value.toString();
    }

    @Override
    public String toString() {
        return text;
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        @Nullable
        List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            while (at < text.length()) {
                Step step = switch (text.charAt(at)) {
                    case '.' -> name();
                    case '[' -> bracket();
                    default -> null;
                };
                if (step == null) {
                    return null;
                }
                steps.add(step);
            }
            return steps.isEmpty() ? null : steps;
        }

        private @Nullable Step name() {
            at++;
            StringBuilder name = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                name.append(text.charAt(at++));
            }
            if (name.isEmpty()) {
                return null;
            }
            return name.toString().equals("*") ? new Step.Every() : new Step.Name(name.toString());
        }

        private @Nullable Step bracket() {
            int end = closing();
            if (end < 0) {
                return null;
            }
            String inside = text.substring(at + 1, end).strip();
            at = end + 1;
            if (inside.equals("*")) {
                return new Step.Every();
            }
            if (inside.matches("-?[0-9]{1,9}")) {
                return new Step.Index(Integer.parseInt(inside));
            }
            if (inside.startsWith("?(@.") && inside.endsWith(")")) {
                return filter(inside.substring("?(@.".length(), inside.length() - 1));
            }
            String quoted = unquoted(inside);
            return quoted == null ? null : new Step.Name(quoted);
        }

        /// Where this bracket ends, quotes and brackets inside it left out.
        private int closing() {
            char quote = 0;
            for (int i = at + 1; i < text.length(); i++) {
                char next = text.charAt(i);
                if (quote != 0) {
                    quote = next == quote ? 0 : quote;
                } else if (next == '\'' || next == '"') {
                    quote = next;
                } else if (next == ']') {
                    return i;
                }
            }
            return -1;
        }

        private static @Nullable Step filter(String comparison) {
            for (String operator : List.of("==", "!=")) {
                int place = comparison.indexOf(operator);
                if (place > 0) {
                    String wanted = comparison.substring(place + 2).strip();
                    String text = unquoted(wanted);
                    return new Step.Filter(
                            List.of(comparison.substring(0, place).strip().split("\\.", -1)),
                            text == null ? wanted : text,
                            operator.equals("=="));
                }
            }
            return null;
        }

        private static @Nullable String unquoted(String text) {
            boolean quoted = text.length() >= 2
                    && (text.charAt(0) == '\'' || text.charAt(0) == '"')
                    && text.charAt(text.length() - 1) == text.charAt(0);
            return quoted ? text.substring(1, text.length() - 1) : null;
        }
    }
}
