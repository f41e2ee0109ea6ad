package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.ScaleFields;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/// The `scale` subresource of every workload: the number of replicas, apart from everything else.
public final class ScaleAction implements SubresourceAction {
    private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

    private final ObjectAccess objects;

    public ScaleAction(ObjectAccess objects) {
        this.objects = objects;
    }

    @Override
    public Answer handle(Call call, ServedResource resource) {
        return switch (call.verb()) {
            case GET -> document(resource, objects.find(call, resource));
            case UPDATE -> {
                JsonObject wanted = objects.decode(call, SCALE);
                checkName(call, wanted);
                yield document(resource, change(call, resource, scale -> wanted.copy()));
            }
            case PATCH -> document(resource, change(call, resource, objects.patch(call, SCALE)));
            case LIST, WATCH, CREATE, DELETE, DELETE_COLLECTION ->
                throw new ApiException(new ApiError.MethodNotAllowed());
        };
    }

    /// Shows the object as a Scale, lets it be changed, and takes over the replicas alone.
    private Stored change(Call call, ServedResource resource, UnaryOperator<JsonObject> propose) {
        ScaleFields fields = resource.strategy().scale();
        return objects.change(call, resource, WriteKind.SCALE, object -> {
            JsonObject scale = propose.apply(scale(fields, object));
            long replicas = scale.child("spec").integerOr("replicas", 0);
            if (replicas < 0 && !resource.custom()) { // Whose own validation says so.
                throw new ApiException(new ApiError.Invalid(
                        SCALE,
                        object.child("metadata").textOr("name", ""),
                        List.of(FieldError.invalid(
                                "spec.replicas", Long.toString(replicas), "must be greater than or equal to 0"))));
            }
            JsonObject metadata = scale.child("metadata");
            object.child("metadata").put("resourceVersion", metadata.textOr("resourceVersion", ""));
            if (!metadata.textOr("uid", "").isEmpty()) {
                object.child("metadata").put("uid", metadata.textOr("uid", ""));
            }
            fields.setReplicas(object, replicas);
            return object;
        });
    }

    private Answer document(ServedResource resource, Stored stored) {
        JsonObject scale = scale(resource.strategy().scale(), objects.tree(resource, stored));
        return new Answer.Document(200, scale, List.of());
    }

    private static JsonObject scale(ScaleFields fields, JsonObject object) {
        JsonObject metadata = new JsonObject();
        JsonObject from = object.child("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            JsonValue value = from.get(field);
            if (value != null) {
                metadata.put(field, value);
            }
        }
        JsonObject spec = new JsonObject();
        OptionalLong found = fields.replicas(object);
        if (found.isEmpty() && fields.replicasRequired()) {
            throw new ApiException(new ApiError.Internal(
                    "the spec replicas field \"." + String.join(".", fields.replicas()) + "\" does not exist"));
        }
        long replicas = found.orElse(0);
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        JsonObject status = new JsonObject().put("replicas", fields.currentReplicas(object));
        String selector = fields.selector(object);
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return new JsonObject()
                .put("kind", SCALE.kind())
                .put("apiVersion", SCALE.groupVersion().toString())
                .put("metadata", metadata)
                .put("spec", spec)
                .put("status", status);
    }

    private static void checkName(Call call, JsonObject scale) {
        String name = scale.child("metadata").textOr("name", "");
        if (!name.equals(call.target().name())) {
            throw new ApiException(new ApiError.BadRequest(
                    name.isEmpty()
                            ? "name must be provided"
                            : "the name of the object (" + name + ") does not match the name on the URL ("
                                    + call.target().name() + ")"));
        }
    }
}
