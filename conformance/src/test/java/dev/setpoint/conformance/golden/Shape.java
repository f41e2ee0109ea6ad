package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Which part of an answer a step compares: `drop`, `unordered` and `ignore` before it is normalised, `pick` after.
record Shape(JsonNode step, Normaliser normaliser) {
    JsonNode trimmed(JsonNode body) {
        JsonNode result = body.deepCopy();
        for (JsonNode drop : step.path("drop")) {
            drop(result, drop);
        }
        for (JsonNode path : step.path("unordered")) {
            if (JsonPath.first(result, path.asText()).orElse(NullNode.instance) instanceof ArrayNode list) {
                List<JsonNode> elements = new ArrayList<>();
                list.forEach(elements::add);
                elements.sort(Comparator.comparing(normaliser::masked));
                list.removeAll().addAll(elements);
            }
        }
        for (JsonNode path : step.path("ignore")) {
            JsonPath.parse(path.asText()).removeFrom(result);
        }
        return result;
    }

    private static void drop(JsonNode body, JsonNode rule) {
        Pattern pattern = Pattern.compile(rule.path("matches").asText());
        JsonNode from = JsonPath.first(body, rule.path("path").asText()).orElse(NullNode.instance);
        if (from instanceof ArrayNode list) {
            String where = rule.path("where").asText();
            list.removeIf(element -> pattern.matcher(
                            JsonPath.first(element, where).orElse(element).asText())
                    .find());
        } else if (from instanceof ObjectNode object) {
            object.remove(object.properties().stream()
                    .map(Map.Entry::getKey)
                    .filter(name -> pattern.matcher(name).find())
                    .toList());
        }
    }

    JsonNode picked(JsonNode normalised, Variables variables) {
        if (!step.has("pick")) {
            return normalised;
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (JsonNode pick : step.path("pick")) {
            JsonPath path = JsonPath.parse(variables.keeping("ns").in(pick.asText()));
            List<JsonNode> values = path.values(normalised);
            if (path.isPlural()) {
                result.set(pick.asText(), JsonNodeFactory.instance.arrayNode().addAll(values));
            } else {
                result.set(pick.asText(), values.isEmpty() ? NullNode.instance : values.getFirst());
            }
        }
        return result;
    }
}
