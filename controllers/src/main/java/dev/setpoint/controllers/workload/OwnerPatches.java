package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;

/// Merge patches that change who owns an object. They carry the uid and the revision that were looked at:
/// an object that has changed since is left alone, and so is one that has taken its name.
public final class OwnerPatches {
    private OwnerPatches() {}

    public static JsonObject adopt(HasMetadata controller, HasMetadata object) {
        List<OwnerReference> owners = new ArrayList<>(ControllerReferences.owners(object));
        owners.removeIf(owner -> owner.getUid().equals(Metadata.uid(controller)));
        owners.add(ControllerReferences.reference(controller));
        return patch(object, owners);
    }

    public static JsonObject release(HasMetadata controller, HasMetadata object) {
        List<OwnerReference> owners = new ArrayList<>(ControllerReferences.owners(object));
        owners.removeIf(owner -> owner.getUid().equals(Metadata.uid(controller)));
        return patch(object, owners);
    }

    /// The reference that an object made by a controller carries.
    public static JsonObject reference(HasMetadata controller) {
        return json(ControllerReferences.reference(controller));
    }

    private static JsonObject patch(HasMetadata object, List<OwnerReference> owners) {
        JsonArray references = new JsonArray();
        owners.forEach(owner -> references.add(json(owner)));
        JsonObject metadata = new JsonObject()
                .put("uid", Metadata.uid(object))
                .put("resourceVersion", object.getMetadata().getResourceVersion())
                .put("ownerReferences", references);
        return new JsonObject().put("metadata", metadata);
    }

    private static JsonObject json(OwnerReference owner) {
        JsonObject json = new JsonObject()
                .put("apiVersion", owner.getApiVersion())
                .put("kind", owner.getKind())
                .put("name", owner.getName())
                .put("uid", owner.getUid());
        if (owner.getController() != null) {
            json.put("controller", owner.getController());
        }
        if (owner.getBlockOwnerDeletion() != null) {
            json.put("blockOwnerDeletion", owner.getBlockOwnerDeletion());
        }
        return json;
    }
}
