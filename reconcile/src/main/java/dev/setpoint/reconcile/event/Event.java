package dev.setpoint.reconcile.event;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;

/// One Event as it will be written.
record Event(
        String name,
        ObjectReference regarding,
        EventRecorder.Type type,
        String reason,
        String message,
        Source source,
        Instant first,
        Instant last,
        int count) {
    /// Who speaks.
    ///
    /// @param host the node it speaks from, or empty
    record Source(String component, String host) {}

    /// Events about cluster-scoped objects lie in `default`.
    String namespace() {
        return regarding.namespace().isEmpty() ? "default" : regarding.namespace();
    }

    Event again(String newName, Instant newFirst, int newCount) {
        return new Event(newName, regarding, type, reason, message, source, newFirst, last, newCount);
    }

    Event saying(String newMessage) {
        return new Event(name, regarding, type, reason, newMessage, source, first, last, count);
    }

    /// A new Event object.
    JsonObject toJson() {
        JsonObject json = new JsonObject().put("kind", "Event").put("apiVersion", "v1");
        json.child("metadata").put("name", name).put("namespace", namespace());
        JsonObject involved = json.child("involvedObject");
        putUnlessEmpty(involved, "kind", regarding.kind());
        putUnlessEmpty(involved, "namespace", regarding.namespace());
        putUnlessEmpty(involved, "name", regarding.name());
        putUnlessEmpty(involved, "uid", regarding.uid());
        putUnlessEmpty(involved, "apiVersion", regarding.apiVersion());
        putUnlessEmpty(involved, "resourceVersion", regarding.resourceVersion());
        putUnlessEmpty(involved, "fieldPath", regarding.fieldPath());
        json.put("reason", reason).put("message", message);
        JsonObject from = json.child("source");
        putUnlessEmpty(from, "component", source.component());
        putUnlessEmpty(from, "host", source.host());
        return json.put("firstTimestamp", Timestamps.seconds(first))
                .put("lastTimestamp", Timestamps.seconds(last))
                .put("count", count)
                .put("type", type.word())
                .put("eventTime", JsonValue.JsonNull.NULL)
                .put("reportingComponent", source.component())
                .put("reportingInstance", source.host());
    }

    /// What changes when the Event has happened once more.
    JsonObject toPatch() {
        return new JsonObject()
                .put("count", count)
                .put("lastTimestamp", Timestamps.seconds(last))
                .put("message", message);
    }

    private static void putUnlessEmpty(JsonObject object, String field, String value) {
        if (!value.isEmpty()) {
            object.put(field, value);
        }
    }
}
