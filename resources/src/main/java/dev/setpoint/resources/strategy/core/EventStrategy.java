package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Events, whichever group they were written through: they are kept as core events.
public final class EventStrategy implements KindStrategy {
    private static final List<String> REFERENCE =
            List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

    @Override
    public void applyDefaults(JsonObject event) {
        event.child("involvedObject");
        event.child("source");
    }

    @Override
    public void prepareForCreate(JsonObject event) {}

    @Override
    public void prepareForUpdate(JsonObject event, JsonObject old) {}

    @Override
    public Map<String, String> selectableFields(JsonObject event) {
        Map<String, String> fields = LinkedHashMap.newLinkedHashMap(REFERENCE.size() + 4);
        JsonObject involved = event.child("involvedObject");
        for (String field : REFERENCE) {
            fields.put("involvedObject." + field, involved.textOr(field, ""));
        }
        String component = Fields.text(event, "source", "component");
        String reporter = event.textOr("reportingComponent", "");
        fields.put("reason", event.textOr("reason", ""));
        fields.put("reportingComponent", reporter);
        fields.put("source", component.isEmpty() ? reporter : component);
        fields.put("type", event.textOr("type", ""));
        return fields;
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return true;
    }
}
