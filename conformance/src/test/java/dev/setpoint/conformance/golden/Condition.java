package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.regex.Pattern;

/// What a waiting step wants to see in an answer. An empty condition always holds.
record Condition(JsonNode source) {
    boolean holds(int status, JsonNode body) {
        if (source.has("status") && status != source.path("status").asInt()) {
            return false;
        }
        return !source.has("path")
                || holds(JsonPath.parse(source.path("path").asText()).values(body));
    }

    private boolean holds(List<JsonNode> values) {
        JsonNode value = values.isEmpty() ? MissingNode.getInstance() : values.getFirst();
        boolean exists = !values.isEmpty();
        return (!source.has("equals") || value.equals(source.get("equals")))
                && (!source.has("notEquals") || !value.equals(source.get("notEquals")))
                && (!source.has("exists") || exists == source.path("exists").asBoolean())
                && (!source.has("length")
                        || length(value) == source.path("length").asInt())
                && (!source.has("count")
                        || values.size() == source.path("count").asInt())
                && (!source.has("matches")
                        || matches(value, source.path("matches").asText()));
    }

    private static boolean matches(JsonNode value, String pattern) {
        return value.isTextual()
                && Pattern.compile(pattern).matcher(value.textValue()).find();
    }

    private static int length(JsonNode value) {
        return value.isTextual() ? value.textValue().length() : value.size();
    }
}
