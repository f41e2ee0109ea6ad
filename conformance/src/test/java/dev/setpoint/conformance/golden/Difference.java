package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// An answer that is not as recorded.
record Difference(String step, JsonNode recorded, JsonNode actual) {
    private static final int MAX_SHOWN = 30;

    /// Every place at which the two differ, with both values:
    ///
    ///     body.spec.replicas: recorded 1, actual 2
    String shown() {
        List<String> places = new ArrayList<>();
        compare("", recorded, actual, places);
        return places.stream()
                .limit(MAX_SHOWN)
                .collect(Collectors.joining("\n  ", "step \"" + step + "\" differs at\n  ", ""));
    }

    private static void compare(String path, JsonNode recorded, JsonNode actual, List<String> places) {
        if (recorded.isObject() && actual.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            recorded.properties().stream().map(Map.Entry::getKey).forEach(names::add);
            actual.properties().stream().map(Map.Entry::getKey).forEach(names::add);
            for (String name : names) {
                compare(path.isEmpty() ? name : path + "." + name, recorded.path(name), actual.path(name), places);
            }
        } else if (recorded.isArray() && actual.isArray()) {
            for (int i = 0; i < Math.max(recorded.size(), actual.size()); i++) {
                compare(path + "[" + i + "]", recorded.path(i), actual.path(i), places);
            }
        } else if (!recorded.equals(actual)) {
            places.add(path + ": recorded " + text(recorded) + ", actual " + text(actual));
        }
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.toString();
    }
}
