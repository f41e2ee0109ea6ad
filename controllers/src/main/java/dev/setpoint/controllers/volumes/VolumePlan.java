package dev.setpoint.controllers.volumes;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;

/// What to do about a volume.
final class VolumePlan {
    private VolumePlan() {}

    sealed interface Action {
        record Nothing() implements Action {}

        record SetPhase(String phase) implements Action {}

        /// Its claim has taken another: it is free again.
        record Unbind() implements Action {}

        /// Its claim is gone, and it was made for that claim alone.
        record Delete() implements Action {}

        /// It is being deleted, and no claim holds it any more.
        record LetGo() implements Action {}
    }

    /// @param claim the one of the name that the volume names, as the server knows it
    static Action plan(PersistentVolume volume, Optional<PersistentVolumeClaim> claim) {
        String wanted = phase(volume, claim);
        if (Metadata.deleting(volume)) {
            List<String> finalizers = volume.getMetadata().getFinalizers();
            return !wanted.equals("Bound") && finalizers.contains(VolumeFacts.VOLUME_PROTECTION)
                    ? new Action.LetGo()
                    : new Action.Nothing();
        }
        if (!wanted.equals(VolumeFacts.phase(volume))) {
            return new Action.SetPhase(wanted);
        }
        boolean ours = VolumeFacts.LOCAL.equals(Metadata.annotation(volume, VolumeFacts.PROVISIONED_BY));
        if (wanted.equals("Released")
                && ours
                && "Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())) {
            return new Action.Delete();
        }
        boolean elsewhere = holder(volume, claim)
                .filter(holder -> !VolumeFacts.volumeName(holder).isEmpty()
                        && !VolumeFacts.volumeName(holder).equals(Metadata.name(volume)))
                .isPresent();
        return elsewhere && Metadata.annotations(volume).containsKey(VolumeFacts.BOUND_BY_CONTROLLER)
                ? new Action.Unbind()
                : new Action.Nothing();
    }

    private static String phase(PersistentVolume volume, Optional<PersistentVolumeClaim> claim) {
        Optional<ObjectReference> reference = VolumeFacts.claimOf(volume);
        if (reference.isEmpty()
                || reference.get().getUid() == null
                || reference.get().getUid().isEmpty()) {
            return "Available";
        }
        Optional<PersistentVolumeClaim> holder = holder(volume, claim);
        if (holder.isEmpty()) {
            return "Released";
        }
        boolean bound = VolumeFacts.volumeName(holder.get()).equals(Metadata.name(volume));
        String present = VolumeFacts.phase(volume);
        // A binding that is half done is for the claim's loop to complete.
        return bound || present.isEmpty() ? "Bound" : present;
    }

    /// The very claim that the volume names.
    private static Optional<PersistentVolumeClaim> holder(
            PersistentVolume volume, Optional<PersistentVolumeClaim> claim) {
        return claim.filter(found -> VolumeFacts.claimOf(volume)
                .filter(reference -> Metadata.uid(found).equals(reference.getUid()))
                .isPresent());
    }
}
