package dev.setpoint.controllers.statefulset;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetPersistentVolumeClaimRetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When the claims of a StatefulSet go: the policy is written into their owners, and the garbage collector
/// does the rest. A claim that goes with the set is owned by the set; one that goes because its ordinal was
/// scaled away is owned by the last pod of that ordinal.
final class Retention {
    private Retention() {}

    /// The claim with the owners that it should have, empty when it has them.
    static Optional<PersistentVolumeClaim> corrected(
            PersistentVolumeClaim claim, StatefulSet set, Pod pod, boolean kept) {
        if (stale(claim, set) || stale(claim, pod)) {
            return Optional.empty(); // A former set or pod of this name is the owner: the collector will decide.
        }
        List<OwnerReference> wanted = new ArrayList<>(owners(claim));
        wanted.removeIf(owner -> names(owner, set) || names(owner, pod));
        boolean foreign = wanted.stream().anyMatch(owner -> Boolean.TRUE.equals(owner.getController()));
        if (!foreign && deletes(set, true) && (kept || !deletes(set, false))) {
            wanted.add(ControllerReferences.reference(set));
        }
        if (!foreign && deletes(set, false) && !kept) {
            wanted.add(ControllerReferences.reference(pod));
        }
        if (same(wanted, owners(claim))) {
            return Optional.empty();
        }
        return Optional.of(new PersistentVolumeClaimBuilder(claim)
                .editMetadata()
                .withOwnerReferences(wanted)
                .endMetadata()
                .build());
    }

    /// A new claim of an ordinal that the set has.
    static PersistentVolumeClaim owned(PersistentVolumeClaim claim, StatefulSet set) {
        return deletes(set, true)
                ? new PersistentVolumeClaimBuilder(claim)
                        .editMetadata()
                        .withOwnerReferences(ControllerReferences.reference(set))
                        .endMetadata()
                        .build()
                : claim;
    }

    /// Whether the claim is about to go with a former pod of this name: the next one must not use it.
    static boolean condemned(PersistentVolumeClaim claim, StatefulSet set, String podName) {
        return deletes(set, false)
                && owners(claim).stream()
                        .anyMatch(owner ->
                                owner.getKind().equals("Pod") && owner.getName().equals(podName));
    }

    /// @param whenDeleted the set, or else an ordinal by scaling
    private static boolean deletes(StatefulSet set, boolean whenDeleted) {
        StatefulSetPersistentVolumeClaimRetentionPolicy policy =
                set.getSpec().getPersistentVolumeClaimRetentionPolicy();
        return policy != null && "Delete".equals(whenDeleted ? policy.getWhenDeleted() : policy.getWhenScaled());
    }

    private static boolean stale(PersistentVolumeClaim claim, HasMetadata object) {
        return owners(claim).stream()
                .anyMatch(owner -> names(owner, object) && !owner.getUid().equals(Metadata.uid(object)));
    }

    private static boolean names(OwnerReference owner, HasMetadata object) {
        return owner.getKind().equals(object.getKind())
                && owner.getApiVersion().equals(object.getApiVersion())
                && owner.getName().equals(Metadata.name(object));
    }

    private static boolean same(List<OwnerReference> left, List<OwnerReference> right) {
        return left.size() == right.size() && left.containsAll(right);
    }

    private static List<OwnerReference> owners(PersistentVolumeClaim claim) {
        return claim.getMetadata().getOwnerReferences() == null
                ? List.of()
                : claim.getMetadata().getOwnerReferences();
    }
}
