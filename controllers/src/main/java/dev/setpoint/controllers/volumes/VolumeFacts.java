package dev.setpoint.controllers.volumes;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.WorkloadSelector;
import dev.setpoint.machinery.quantity.Quantity;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is asked of volumes and claims.
final class VolumeFacts {
    static final String LOCAL = "setpoint.dev/local";
    static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
    static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
    static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";

    private static final List<String> DEFAULT_MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    private VolumeFacts() {}

    static String phase(PersistentVolume volume) {
        return text(volume.getStatus() == null ? null : volume.getStatus().getPhase());
    }

    static String phase(PersistentVolumeClaim claim) {
        return text(claim.getStatus() == null ? null : claim.getStatus().getPhase());
    }

    static String className(PersistentVolumeClaim claim) {
        return text(claim.getSpec().getStorageClassName());
    }

    /// To name the empty class is to ask for none.
    static boolean asksForDefault(PersistentVolumeClaim claim) {
        return claim.getSpec().getStorageClassName() == null
                && !Metadata.annotations(claim).containsKey("volume.beta.kubernetes.io/storage-class");
    }

    /// Of several the newest, then the first by name.
    static Optional<String> defaultOf(List<StorageClass> classes) {
        return classes.stream()
                .filter(each -> DEFAULT_MARKS.stream()
                        .anyMatch(
                                mark -> "true".equals(Metadata.annotations(each).get(mark))))
                .min(Comparator.comparing(
                                (StorageClass each) -> text(each.getMetadata().getCreationTimestamp()))
                        .reversed()
                        .thenComparing(Metadata::name))
                .map(Metadata::name);
    }

    static String volumeName(PersistentVolumeClaim claim) {
        return text(claim.getSpec().getVolumeName());
    }

    static Optional<ObjectReference> claimOf(PersistentVolume volume) {
        return Optional.ofNullable(volume.getSpec().getClaimRef());
    }

    /// Whether the volume is kept for this claim, by this very claim or by one of its name.
    static boolean reservedFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return claimOf(volume)
                .filter(reference -> Metadata.name(claim).equals(reference.getName())
                        && claim.getMetadata().getNamespace().equals(reference.getNamespace())
                        && (text(reference.getUid()).isEmpty()
                                || reference.getUid().equals(Metadata.uid(claim))))
                .isPresent();
    }

    /// The volume that is kept for the claim, or the smallest of those that would do.
    static Optional<PersistentVolume> match(PersistentVolumeClaim claim, List<PersistentVolume> candidates) {
        return candidates.stream()
                .filter(volume -> !Metadata.deleting(volume) && reservedFor(volume, claim))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(volume -> fits(volume, claim))
                        .min(Comparator.comparing(VolumeFacts::size).thenComparing(Metadata::name)));
    }

    /// The names of the claims that a pod mounts, in its namespace.
    static List<String> claimNames(Pod pod) {
        List<String> names = new ArrayList<>();
        for (Volume volume : pod.getSpec().getVolumes()) {
            if (volume.getEphemeral() != null) {
                names.add(Metadata.name(pod) + "-" + volume.getName());
            } else if (volume.getPersistentVolumeClaim() != null) {
                names.add(volume.getPersistentVolumeClaim().getClaimName());
            }
        }
        return names;
    }

    private static boolean fits(PersistentVolume volume, PersistentVolumeClaim claim) {
        LabelSelector selector = claim.getSpec().getSelector();
        return claimOf(volume).isEmpty()
                && !Metadata.deleting(volume)
                && text(volume.getSpec().getStorageClassName()).equals(className(claim))
                && mode(volume.getSpec().getVolumeMode())
                        .equals(mode(claim.getSpec().getVolumeMode()))
                && volume.getSpec().getAccessModes().containsAll(claim.getSpec().getAccessModes())
                && (WorkloadSelector.empty(selector) || WorkloadSelector.matches(selector, Metadata.labels(volume)))
                && size(volume).compareTo(request(claim)) >= 0;
    }

    private static Quantity size(PersistentVolume volume) {
        return storage(volume.getSpec().getCapacity());
    }

    private static Quantity request(PersistentVolumeClaim claim) {
        return claim.getSpec().getResources() == null
                ? Quantity.ZERO
                : storage(claim.getSpec().getResources().getRequests());
    }

    private static Quantity storage(@Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> amounts) {
        return amounts == null || amounts.get("storage") == null
                ? Quantity.ZERO
                : Quantity.parse(Objects.requireNonNull(amounts.get("storage")).toString());
    }

    private static String mode(@Nullable String mode) {
        return mode == null ? "Filesystem" : mode;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
