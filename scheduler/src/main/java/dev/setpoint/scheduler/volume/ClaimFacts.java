package dev.setpoint.scheduler.volume;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.PodSelector;
import dev.setpoint.scheduler.cluster.Resources;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What a claim wants and has.
///
/// @param volumeName the volume that it has or is to have; empty text when none is chosen
/// @param bound whether claim and volume belong to one another for good
/// @param selectedNode where its volume is to be provisioned; empty text before that is decided
/// @param selector which volumes will do; empty when all will
public record ClaimFacts(
        ObjectKey key,
        String uid,
        String storageClass,
        String volumeName,
        boolean bound,
        boolean lost,
        boolean deleting,
        List<String> accessModes,
        String volumeMode,
        long bytes,
        Optional<PodSelector> selector,
        String selectedNode,
        List<String> ownerUids) {
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    static ClaimFacts read(PersistentVolumeClaim claim) {
        var metadata = claim.getMetadata();
        var spec = claim.getSpec();
        Map<String, String> annotations = metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
        String volumeName = Objects.requireNonNullElse(spec.getVolumeName(), "");
        return new ClaimFacts(
                ObjectKey.of(claim),
                metadata.getUid(),
                Objects.requireNonNullElse(spec.getStorageClassName(), ""),
                volumeName,
                !volumeName.isEmpty() && annotations.containsKey(BIND_COMPLETED),
                claim.getStatus() != null && "Lost".equals(claim.getStatus().getPhase()),
                metadata.getDeletionTimestamp() != null,
                List.copyOf(spec.getAccessModes()),
                Objects.requireNonNullElse(spec.getVolumeMode(), "Filesystem"),
                spec.getResources() == null || spec.getResources().getRequests() == null
                        ? 0
                        : Resources.units(spec.getResources().getRequests().get("storage")),
                Optional.ofNullable(spec.getSelector()).map(PodSelector::read),
                annotations.getOrDefault(SELECTED_NODE, ""),
                metadata.getOwnerReferences().stream()
                        .map(owner -> owner.getUid())
                        .toList());
    }

    /// Whether only one pod at a time may use it.
    public boolean exclusive() {
        return accessModes.contains("ReadWriteOncePod");
    }
}
