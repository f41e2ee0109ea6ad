package dev.setpoint.scheduler.volume;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeTerm;
import dev.setpoint.scheduler.cluster.Resources;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What a volume offers, and where.
///
/// @param nodes terms of which a node must match one; empty when every node reaches it
/// @param owner the claim that it is kept for
/// @param driver of CSI, with the volume's handle there; empty text for other volumes
public record VolumeOffer(
        String name,
        String resourceVersion,
        String storageClass,
        List<String> accessModes,
        String volumeMode,
        long bytes,
        Map<String, String> labels,
        Optional<List<NodeTerm>> nodes,
        Optional<Owner> owner,
        boolean available,
        boolean deleting,
        String driver,
        String handle) {
    /// @param uid empty text when any claim of that name will do
    public record Owner(ObjectKey claim, String uid) {
        boolean is(ClaimFacts other) {
            return claim.equals(other.key()) && (uid.isEmpty() || uid.equals(other.uid()));
        }
    }

    static VolumeOffer read(PersistentVolume volume) {
        var metadata = volume.getMetadata();
        PersistentVolumeSpec spec = volume.getSpec();
        return new VolumeOffer(
                metadata.getName(),
                metadata.getResourceVersion(),
                Objects.requireNonNullElse(spec.getStorageClassName(), ""),
                List.copyOf(spec.getAccessModes()),
                Objects.requireNonNullElse(spec.getVolumeMode(), "Filesystem"),
                spec.getCapacity() == null
                        ? 0
                        : Resources.units(spec.getCapacity().get("storage")),
                metadata.getLabels() == null ? Map.of() : metadata.getLabels(),
                terms(spec),
                Optional.ofNullable(spec.getClaimRef()).map(VolumeOffer::owner),
                volume.getStatus() != null
                        && "Available".equals(volume.getStatus().getPhase()),
                metadata.getDeletionTimestamp() != null,
                spec.getCsi() == null ? "" : spec.getCsi().getDriver(),
                spec.getCsi() == null ? "" : spec.getCsi().getVolumeHandle());
    }

    private static Owner owner(ObjectReference claim) {
        return new Owner(
                new ObjectKey(claim.getNamespace(), claim.getName()), Objects.requireNonNullElse(claim.getUid(), ""));
    }

    private static Optional<List<NodeTerm>> terms(PersistentVolumeSpec spec) {
        if (spec.getNodeAffinity() == null || spec.getNodeAffinity().getRequired() == null) {
            return Optional.empty();
        }
        return Optional.of(spec.getNodeAffinity().getRequired().getNodeSelectorTerms().stream()
                .map(NodeTerm::read)
                .toList());
    }

    public boolean reachableFrom(NodeFacts node) {
        return nodes.isEmpty() || nodes.get().stream().anyMatch(term -> term.matches(node));
    }

    /// Whether it has all that the claim asks for. Says nothing of whether it is free, or of where it is.
    boolean suits(ClaimFacts claim) {
        return !deleting
                && bytes >= claim.bytes()
                && storageClass.equals(claim.storageClass())
                && volumeMode.equals(claim.volumeMode())
                && accessModes.containsAll(claim.accessModes())
                && (claim.selector().isEmpty() || claim.selector().get().matches(labels));
    }
}
