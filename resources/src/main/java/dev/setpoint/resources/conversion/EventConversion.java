package dev.setpoint.resources.conversion;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Events are kept as core/v1 and also served as events.k8s.io/v1, where most fields have another name and the same
/// meaning. Whether an empty field is shown differs too.
final class EventConversion implements Conversion {
    private static final GroupVersionKind CORE = new GroupVersionKind("", "v1", "Event");
    private static final GroupVersionKind EVENTS = new GroupVersionKind("events.k8s.io", "v1", "Event");
    private static final Map<String, String> TO_CORE = Map.of(
            "note", "message",
            "regarding", "involvedObject",
            "reportingController", "reportingComponent",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count");
    private static final Map<String, String> FROM_CORE =
            TO_CORE.keySet().stream().collect(Collectors.toUnmodifiableMap(TO_CORE::get, Function.identity()));

    @Override
    public JsonObject toStored(JsonObject served) {
        return renamed(served, TO_CORE, CORE);
    }

    @Override
    public JsonObject toServed(JsonObject stored) {
        return renamed(stored, FROM_CORE, EVENTS);
    }

    private static JsonObject renamed(JsonObject event, Map<String, String> names, GroupVersionKind kind) {
        JsonObject renamed = new JsonObject();
        event.forEach((name, value) -> renamed.put(names.getOrDefault(name, name), value));
        renamed.put("apiVersion", kind.groupVersion().toString());
        Canonical.apply(renamed, BuiltInSchemas.of(kind));
        return renamed;
    }
}
