package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// `pods/binding`: puts a pod onto a node, once.
public final class BindingAction implements SubresourceAction {
    private static final GroupResource BINDING = new GroupResource("", "pods/binding");

    private final Env env;
    private final ObjectAccess objects;

    public BindingAction(Env env, ObjectAccess objects) {
        this.env = env;
        this.objects = objects;
    }

    @Override
    public Answer handle(Call call, ServedResource pods) {
        JsonObject binding = objects.decode(call, new GroupVersionKind("", "v1", "Binding"));
        JsonObject target = binding.child("target");
        check(target);
        String uid = binding.child("metadata").textOr("uid", "");
        JsonObject annotations = binding.child("metadata").object("annotations");
        objects.change(call, pods, WriteKind.ACTION, pod -> {
            bind(pod, uid, target.textOr("name", ""));
            if (annotations != null) {
                JsonObject merged = pod.child("metadata").child("annotations");
                annotations.forEach(merged::put);
            }
            return pod;
        });
        JsonObject status = new JsonObject()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", new JsonObject())
                .put("status", "Success")
                .put("code", 201);
        return new Answer.Document(201, status, List.of());
    }

    private static void check(JsonObject target) {
        List<FieldError> errors = new ArrayList<>();
        String kind = target.textOr("kind", "");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            errors.add(FieldError.notSupported("target.kind", kind, List.of("Node", "<empty>")));
        }
        if (target.textOr("name", "").isEmpty()) {
            errors.add(FieldError.required("target.name", ""));
        }
        if (!errors.isEmpty()) {
            String all = errors.stream().map(FieldError::toString).collect(Collectors.joining(", "));
            throw new ApiException(new ApiError.Unclassified(errors.size() == 1 ? all : "[" + all + "]"));
        }
    }

    private void bind(JsonObject pod, String uid, String node) {
        JsonObject metadata = pod.child("metadata");
        String name = metadata.textOr("name", "");
        if (!uid.isEmpty() && !uid.equals(metadata.textOr("uid", ""))) {
            throw conflict(
                    name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + metadata.textOr("uid", ""));
        }
        if (metadata.has("deletionTimestamp")) {
            throw conflict(name, "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        JsonObject spec = pod.child("spec");
        String present = spec.textOr("nodeName", "");
        if (!present.isEmpty()) {
            throw conflict(name, "pod " + name + " is already assigned to node \"" + present + "\"");
        }
        JsonArray gates = spec.array("schedulingGates");
        if (gates != null && !gates.isEmpty()) {
            throw conflict(name, "pod " + name + " has non-empty .spec.schedulingGates");
        }
        spec.put("nodeName", node);
        pod.child("status").remove("nominatedNodeName"); // It served to keep room until now.
        setScheduled(pod.child("status"));
    }

    private void setScheduled(JsonObject status) {
        JsonArray conditions = status.array("conditions");
        if (conditions == null) {
            conditions = new JsonArray();
            status.put("conditions", conditions);
        }
        conditions.removeIf(condition -> condition instanceof JsonObject object
                && object.textOr("type", "").equals("PodScheduled"));
        conditions.add(new JsonObject()
                .put("lastProbeTime", JsonValue.JsonNull.NULL)
                .put("lastTransitionTime", Timestamps.seconds(env.wallTime()))
                .put("status", "True")
                .put("type", "PodScheduled"));
    }

    private static ApiException conflict(String name, String why) {
        return new ApiException(new ApiError.Conflict(BINDING, name, why));
    }
}
