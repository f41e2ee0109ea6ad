package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// `namespaces/finalize`: changes `spec.finalizers` and nothing else. With the last of them a deleted namespace goes.
public final class FinalizeAction implements SubresourceAction {
    private final ObjectAccess objects;

    public FinalizeAction(ObjectAccess objects) {
        this.objects = objects;
    }

    @Override
    public Answer handle(Call call, ServedResource namespaces) {
        JsonObject wanted = objects.decode(call, namespaces.kind());
        JsonObject spec = wanted.object("spec");
        JsonArray finalizers = spec == null ? null : spec.array("finalizers");
        String version = wanted.child("metadata").textOr("resourceVersion", "");
        String uid = wanted.child("metadata").textOr("uid", "");
        Stored updated = objects.change(call, namespaces, WriteKind.ACTION, namespace -> {
            namespace.child("metadata").put("resourceVersion", version);
            if (!uid.isEmpty()) {
                namespace.child("metadata").put("uid", uid);
            }
            if (finalizers == null || finalizers.isEmpty()) {
                namespace.child("spec").remove("finalizers");
            } else {
                namespace.child("spec").put("finalizers", finalizers.copy());
            }
            return namespace;
        });
        return new Answer.One(200, updated, List.of());
    }
}
