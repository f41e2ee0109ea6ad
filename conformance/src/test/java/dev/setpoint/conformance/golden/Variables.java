package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `${...}` in a scenario stands for: the namespace, captured values, and `${repeat:x:N}`.
///
/// `${version+1}` is a captured number plus one. What was never captured becomes `unset-name`, so that the answer
/// differs.
final class Variables {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]+)}");
    private static final Pattern SUM = Pattern.compile("(\\w+)([+-]\\d+)");

    private final Map<String, String> values = new LinkedHashMap<>();

    Variables(String namespace) {
        values.put("ns", namespace);
    }

    private Variables(Map<String, String> values) {
        this.values.putAll(values);
    }

    /// The same, but one of them stays as it is written.
    Variables keeping(String name) {
        Variables other = new Variables(values);
        other.values.put(name, "${" + name + "}");
        return other;
    }

    void set(String name, JsonNode value) {
        values.put(name, value.isTextual() ? value.textValue() : value.toString());
    }

    String in(String text) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place)));
    }

    /// Replaces in every text of a document, and in the names of its fields.
    JsonNode in(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(field -> result.set(in(field.getKey()), in(field.getValue())));
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> result.add(in(element)));
            return result;
        }
        return node.isTextual() ? TextNode.valueOf(in(node.textValue())) : node;
    }

    private String value(MatchResult place) {
        String expression = place.group(1);
        if (expression.startsWith("repeat:")) {
            String[] parts = expression.split(":", -1);
            return parts[1].repeat(Integer.parseInt(parts[2]));
        }
        Matcher sum = SUM.matcher(expression);
        if (sum.matches()) {
            try {
                long base = Long.parseLong(values.getOrDefault(sum.group(1), "0"));
                return Long.toString(base + Long.parseLong(sum.group(2)));
            } catch (NumberFormatException e) {
                return "unset-" + expression;
            }
        }
        return values.getOrDefault(expression, "unset-" + expression);
    }
}
