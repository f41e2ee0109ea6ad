package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.apply.FieldOwner;
import dev.setpoint.machinery.apply.FieldOwner.Operation;
import dev.setpoint.machinery.apply.FieldSet;
import dev.setpoint.machinery.apply.KnownFields;
import dev.setpoint.machinery.apply.Ownership;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Keeps `metadata.managedFields` true through every write that is not an apply.
public final class ManagedFields {
    private final KnownFields known;

    ManagedFields(KnownFields known) {
        this.known = known;
    }

    /// Accounts for the making of an object by its caller.
    ///
    /// @param object after defaulting, before the kind's own preparation: what the caller meant
    void onCreate(Call call, ServedResource resource, String fieldManager, JsonObject object, Instant now) {
        FieldOwner writer = writer(call, resource, WriteKind.OBJECT, fieldManager, now, Operation.UPDATE);
        write(object, Ownership.create(writer, concerned(WriteKind.OBJECT, object), resource.storageSchema(), known));
    }

    /// Accounts for a change by its caller.
    ///
    /// @param object after defaulting, before the kind's own preparation: what the caller meant
    void onUpdate(
            Call call,
            ServedResource resource,
            WriteKind change,
            String fieldManager,
            JsonObject old,
            JsonObject object,
            Instant now) {
        FieldOwner writer = writer(call, resource, change, fieldManager, now, Operation.UPDATE);
        Schema schema = resource.storageSchema();
        List<FieldOwner> managers = base(change, old, object);
        JsonObject after = object.copy();
        if (change == WriteKind.STATUS) { // What this write cannot change, nobody comes to own by it.
            resource.strategy().preparation().prepareForStatusUpdate(after, old);
        }
        Canonical.apply(after, schema);
        write(object, Ownership.update(managers, writer, concerned(change, old), concerned(change, after), schema));
    }

    static FieldOwner writer(
            Call call,
            ServedResource resource,
            WriteKind change,
            String fieldManager,
            Instant now,
            Operation operation) {
        return new FieldOwner(
                WriteParameters.manager(fieldManager, call.userAgent()),
                operation,
                resource.type().groupVersion().toString(),
                change.subresource(),
                Timestamps.seconds(now),
                FieldSet.EMPTY);
    }

    /// The managers of an object; none when the entries cannot be read.
    List<FieldOwner> read(JsonObject object) {
        JsonArray entries = object.child("metadata").array("managedFields");
        List<FieldOwner> managers = new ArrayList<>();
        if (entries != null) {
            try {
                entries.objects().forEach(entry -> managers.add(FieldOwner.parse(entry, known)));
            } catch (MalformedJsonException _) {
                return List.of();
            }
        }
        return managers;
    }

    void write(JsonObject object, List<FieldOwner> managers) {
        if (managers.isEmpty()) {
            object.child("metadata").remove("managedFields");
            return;
        }
        JsonArray entries = new JsonArray();
        managers.stream()
                .sorted(Comparator.comparing(FieldOwner::operation)
                        .thenComparing(FieldOwner::time)
                        .thenComparing(FieldOwner::name)
                        .thenComparing(FieldOwner::subresource))
                .forEach(manager -> entries.add(manager.toJson(known)));
        object.child("metadata").put("managedFields", entries);
    }

    /// The part of an object that this kind of write is accountable for.
    static JsonObject concerned(WriteKind change, JsonObject object) {
        JsonObject part = new JsonObject();
        object.forEach((name, value) -> {
            if (change == WriteKind.STATUS ? !name.equals("spec") : !name.equals("status")) {
                part.put(name, value);
            }
        });
        return part;
    }

    /// A caller may edit the entries of an object, or reset them with one empty entry.
    private List<FieldOwner> base(WriteKind change, JsonObject old, JsonObject object) {
        JsonArray given = object.child("metadata").array("managedFields");
        if (change != WriteKind.OBJECT || given == null || given.isEmpty()) {
            return read(old);
        }
        boolean reset = given.size() == 1 && given.get(0) instanceof JsonObject entry && isBlank(entry);
        if (reset) {
            return List.of();
        }
        List<FieldOwner> edited = read(object);
        return edited.isEmpty() ? read(old) : edited;
    }

    private static boolean isBlank(JsonObject entry) {
        return entry.textOr("manager", "").isEmpty()
                && entry.textOr("operation", "").isEmpty();
    }
}
