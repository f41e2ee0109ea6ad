package dev.setpoint.scheduler;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.VolumeBindings;
import dev.setpoint.scheduler.volume.VolumeOffer;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;

/// Writes which volume a claim gets, or on which node one is to be made for it. To bind the two for good is the
/// business
/// of the controller of volumes.
final class VolumeWrites {
    private static final Typed<PersistentVolume> VOLUMES = Typed.of(PersistentVolume.class);
    private static final Typed<PersistentVolumeClaim> CLAIMS = Typed.of(PersistentVolumeClaim.class);

    private final Client client;

    VolumeWrites(Client client) {
        this.client = client;
    }

    /// Doing it again changes nothing.
    void write(VolumeBindings plan, String node) {
        plan.bindings().forEach(binding -> keep(binding.volume(), binding.claim()));
        plan.provisions().stream()
                .filter(claim -> !claim.selectedNode().equals(node))
                .forEach(claim -> select(claim, node));
    }

    /// Refused when the volume has changed: another may have taken it.
    private void keep(VolumeOffer volume, ClaimFacts claim) {
        if (volume.owner().isPresent() && !volume.owner().get().uid().isEmpty()) {
            return;
        }
        JsonObject reference = new JsonObject()
                .put("kind", "PersistentVolumeClaim")
                .put("apiVersion", "v1")
                .put("namespace", claim.key().namespace())
                .put("name", claim.key().name())
                .put("uid", claim.uid());
        JsonObject metadata = new JsonObject()
                .put("resourceVersion", volume.resourceVersion())
                .put("annotations", new JsonObject().put("pv.kubernetes.io/bound-by-controller", "yes"));
        client.patch(
                VOLUMES.object(new ObjectKey("", volume.name())),
                PatchType.MERGE,
                new Body.Tree(new JsonObject()
                        .put("metadata", metadata)
                        .put("spec", new JsonObject().put("claimRef", reference))),
                Binder.OPTIONS);
    }

    private void select(ClaimFacts claim, String node) {
        JsonObject metadata = new JsonObject()
                .put("uid", claim.uid())
                .put("annotations", new JsonObject().put(ClaimFacts.SELECTED_NODE, node));
        client.patch(
                CLAIMS.object(claim.key()),
                PatchType.MERGE,
                new Body.Tree(new JsonObject().put("metadata", metadata)),
                Binder.OPTIONS);
    }
}
