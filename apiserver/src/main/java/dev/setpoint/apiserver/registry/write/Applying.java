package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.apply.ApplyConflictException;
import dev.setpoint.machinery.apply.Declaration;
import dev.setpoint.machinery.apply.FieldOwner;
import dev.setpoint.machinery.apply.FieldOwner.Operation;
import dev.setpoint.machinery.apply.LastApplied;
import dev.setpoint.machinery.apply.Ownership;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Cast;
import dev.setpoint.machinery.schema.WrongTypeException;
import dev.setpoint.machinery.yaml.MalformedYamlException;
import dev.setpoint.machinery.yaml.YamlReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// A server-side apply as a function from the object as it is to the object as it shall be, managers included.
public final class Applying implements UnaryOperator<JsonObject> {
    private final ServedResource resource;
    private final JsonObject config;
    private final FieldOwner applier;
    private final boolean force;
    private final ManagedFields managedFields;

    private Applying(
            ServedResource resource,
            JsonObject config,
            FieldOwner applier,
            boolean force,
            ManagedFields managedFields) {
        this.resource = resource;
        this.config = config;
        this.applier = applier;
        this.force = force;
        this.managedFields = managedFields;
    }

    public static Applying of(
            Call call,
            ServedResource resource,
            WriteKind change,
            WriteParameters parameters,
            ManagedFields managedFields,
            Instant now) {
        if (parameters.fieldManager().isEmpty()) {
            throw new ApiException(new ApiError.Invalid(
                    new GroupVersionKind("meta.k8s.io", "v1", "PatchOptions"),
                    "",
                    List.of(FieldError.required("fieldManager", "is required for apply patch"))));
        }
        JsonObject config = decode(call, resource);
        FieldOwner applier =
                ManagedFields.writer(call, resource, change, parameters.fieldManager(), now, Operation.APPLY);
        return new Applying(
                resource,
                ManagedFields.concerned(change, config),
                applier,
                parameters.force().orElse(false),
                managedFields);
    }

    /// What is declared, for creating the object when there is none.
    public JsonObject asNewObject() {
        String uid = config.child("metadata").textOr("uid", "");
        String name = config.child("metadata").textOr("name", "");
        if (!uid.isEmpty()) {
            throw new ApiException(new ApiError.Conflict(
                    resource.groupResource(),
                    name,
                    "uid mismatch: the provided object specified uid " + uid + ", and no existing object was found"));
        }
        JsonObject created = apply(new JsonObject());
        created.child("metadata").remove("resourceVersion");
        return created;
    }

    @Override
    public JsonObject apply(JsonObject current) {
        try {
            return apply(current, force);
        } catch (ApplyConflictException e) {
            if (LastApplied.covers(applier, current, e.conflicts(), resource.schema())) {
                return apply(current, true);
            }
            throw new ApiException(new ApiError.ApplyConflict(Objects.requireNonNull(e.getMessage()), e.conflicts()));
        }
    }

    private JsonObject apply(JsonObject current, boolean forced) {
        List<FieldOwner> managers = managedFields.read(current);
        Ownership.Applied applied = Ownership.apply(managers, applier, current, config, resource.schema(), forced);
        managedFields.write(applied.object(), applied.managers());
        return applied.object();
    }

    private static JsonObject decode(Call call, ServedResource resource) {
        JsonObject config = read(call);
        GroupVersionKind kind = GroupVersionKind.of(config.textOr("apiVersion", ""), config.textOr("kind", ""));
        if (!kind.equals(resource.kind())) {
            throw bad("invalid object type: " + kind.group() + "/" + kind.version() + ", Kind=" + kind.kind());
        }
        config.remove("kind");
        config.remove("apiVersion");
        JsonObject given = Objects.requireNonNullElseGet(config.object("metadata"), JsonObject::new);
        JsonArray managers = given.array("managedFields");
        if (managers != null && !managers.isEmpty()) {
            throw bad("metadata.managedFields must be nil");
        }
        checkTypes(resource, config, given);
        JsonObject metadata = config.child("metadata"); // It is an object, now that its type is checked.
        Placement.checkApplied(call, metadata);
        metadata.put("name", call.target().name());
        return config;
    }

    private static JsonObject read(Call call) {
        if (call.body() instanceof CallBody.Tree(var _, JsonObject tree)) {
            return tree; // From this JVM, and handed over.
        }
        try {
            if (YamlReader.value(Patching.bytes(call.body())) instanceof JsonObject object) {
                return object;
            }
            throw bad("error decoding YAML: a mapping is expected");
        } catch (MalformedYamlException e) {
            throw bad("error decoding YAML: error converting YAML to JSON: " + e.getMessage());
        }
    }

    private static void checkTypes(ServedResource resource, JsonObject config, JsonObject metadata) {
        String subject = "failed to create typed patch object (" + metadata.textOr("namespace", "") + "/"
                + metadata.textOr("name", "") + "; "
                + (resource.kind().group().isEmpty() ? "/" : resource.kind().group() + "/")
                + resource.kind().version() + ", Kind=" + resource.kind().kind() + "): ";
        List<String> mistakes = Declaration.mistakes(config, resource.schema());
        if (!mistakes.isEmpty()) {
            String list = mistakes.size() == 1 ? mistakes.getFirst() : "errors:\n  " + String.join("\n  ", mistakes);
            throw new ApiException(new ApiError.Unclassified(subject + list));
        }
        try {
            Cast.cast(config, resource.schema(), new ArrayList<>(0));
        } catch (WrongTypeException e) {
            throw new ApiException(new ApiError.Unclassified(subject + e.getMessage()));
        }
    }

    private static ApiException bad(String message) {
        return new ApiException(new ApiError.BadRequest(message));
    }
}
