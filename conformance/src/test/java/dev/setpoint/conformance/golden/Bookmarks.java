package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// When bookmarks come and which revision they carry is the server's affair: a scenario says how many it looks at.
final class Bookmarks {
    private Bookmarks() {}

    /// @param treatment `drop` for none, `once` for the first only, anything else for all
    static List<JsonNode> shown(List<JsonNode> events, String treatment) {
        List<JsonNode> shown = new ArrayList<>();
        boolean seen = false;
        for (JsonNode event : events) {
            if (!event.path("type").asText().equals("BOOKMARK")) {
                shown.add(event);
            } else if (!treatment.equals("drop") && !(treatment.equals("once") && seen)) {
                shown.add(masked(event.deepCopy()));
                seen = true;
            }
        }
        return shown;
    }

    private static JsonNode masked(JsonNode node) {
        if (node instanceof ObjectNode object && object.path("resourceVersion").isTextual()) {
            object.put("resourceVersion", "<listrv>");
        }
        node.forEach(Bookmarks::masked);
        return node;
    }
}
