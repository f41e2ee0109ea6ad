package dev.setpoint.controllers.volumes;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.List;
import java.util.Optional;

/// What to do about a claim.
final class ClaimPlan {
    private ClaimPlan() {}

    sealed interface Action {
        /// Nothing, for now or for ever.
        record Nothing() implements Action {}

        /// It asked for the default class when there was none, and now there is one. The rest is for the next look.
        record Classify(String storageClass) implements Action {}

        /// @param chosen whether it was this loop that chose the volume
        record Bind(PersistentVolume volume, boolean chosen) implements Action {}

        record Provision(PersistentVolume volume) implements Action {}

        /// Somebody else makes the volume.
        record Await(String provisioner) implements Action {}

        record Lose(String reason, String message) implements Action {}

        /// Nobody uses it any more: it may go.
        record Release() implements Action {}

        /// @param warning whether the event is one
        record Tell(boolean warning, String reason, String message) implements Action {}
    }

    /// @param volumes the one that the claim names; while it names none, those that name it or nobody
    /// @param classes all of them
    /// @param users the pods that mount the claim
    record Observed(List<PersistentVolume> volumes, List<StorageClass> classes, List<Pod> users) {
        Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
            return classes.stream()
                    .filter(each -> Metadata.name(each).equals(VolumeFacts.className(claim)))
                    .findFirst();
        }
    }

    static Action plan(PersistentVolumeClaim claim, Observed observed) {
        if (Metadata.deleting(claim)) {
            boolean held = claim.getMetadata().getFinalizers().contains(VolumeFacts.CLAIM_PROTECTION);
            boolean used = observed.users().stream()
                    .anyMatch(pod -> !Pods.nodeName(pod).isEmpty());
            return held && !used ? new Action.Release() : new Action.Nothing();
        }
        return VolumeFacts.volumeName(claim).isEmpty() ? unbound(claim, observed) : named(claim, observed);
    }

    private static Action named(PersistentVolumeClaim claim, Observed observed) {
        boolean completed = Metadata.annotations(claim).containsKey(VolumeFacts.BIND_COMPLETED);
        Optional<PersistentVolume> volume = observed.volumes().stream()
                .filter(each -> Metadata.name(each).equals(VolumeFacts.volumeName(claim)))
                .findFirst();
        if (volume.isEmpty()) {
            return completed
                    ? new Action.Lose(
                            "ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!")
                    : new Action.Nothing();
        }
        if (VolumeFacts.claimOf(volume.get()).isEmpty() || VolumeFacts.reservedFor(volume.get(), claim)) {
            return new Action.Bind(volume.get(), false);
        }
        return completed
                ? new Action.Lose(
                        "ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly")
                : new Action.Nothing();
    }

    private static Action unbound(PersistentVolumeClaim claim, Observed observed) {
        Optional<PersistentVolume> match = VolumeFacts.match(claim, observed.volumes());
        boolean reserved =
                match.filter(volume -> VolumeFacts.reservedFor(volume, claim)).isPresent();
        if (!reserved && waits(claim, observed)) {
            return new Action.Tell(
                    false, "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
        }
        if (match.isPresent()) {
            return new Action.Bind(match.get(), true);
        }
        Optional<String> defaultClass =
                VolumeFacts.asksForDefault(claim) ? VolumeFacts.defaultOf(observed.classes()) : Optional.empty();
        if (defaultClass.isPresent()) {
            return new Action.Classify(defaultClass.get());
        }
        if (VolumeFacts.className(claim).isEmpty()) {
            return new Action.Tell(
                    false,
                    "FailedBinding",
                    "no persistent volumes available for this claim and no storage class is set");
        }
        Optional<StorageClass> storageClass = observed.classOf(claim);
        if (storageClass.isEmpty()) {
            return new Action.Tell(
                    true,
                    "ProvisioningFailed",
                    "storageclass.storage.k8s.io \"" + VolumeFacts.className(claim) + "\" not found");
        }
        String provisioner = storageClass.get().getProvisioner();
        return provisioner.equals(VolumeFacts.LOCAL)
                ? new Action.Provision(provisioned(claim, storageClass.get()))
                : new Action.Await(provisioner);
    }

    private static boolean waits(PersistentVolumeClaim claim, Observed observed) {
        boolean first = observed.classOf(claim)
                .filter(each -> "WaitForFirstConsumer".equals(each.getVolumeBindingMode()))
                .isPresent();
        boolean consumed = Metadata.annotations(claim).containsKey(VolumeFacts.SELECTED_NODE)
                || observed.users().stream().anyMatch(pod -> !Pods.nodeName(pod).isEmpty());
        return first && !consumed;
    }

    private static PersistentVolume provisioned(PersistentVolumeClaim claim, StorageClass storageClass) {
        String name = "pvc-" + Metadata.uid(claim);
        String policy = storageClass.getReclaimPolicy() == null ? "Delete" : storageClass.getReclaimPolicy();
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(VolumeFacts.PROVISIONED_BY, VolumeFacts.LOCAL)
                .endMetadata()
                .withNewSpec()
                .withCapacity(claim.getSpec().getResources().getRequests())
                .withAccessModes(claim.getSpec().getAccessModes())
                .withPersistentVolumeReclaimPolicy(policy)
                .withStorageClassName(Metadata.name(storageClass))
                .withVolumeMode(claim.getSpec().getVolumeMode())
                .withMountOptions(storageClass.getMountOptions())
                .withClaimRef(Bindings.reference(claim))
                .withNewHostPath("/var/lib/setpoint/volumes/" + name, "DirectoryOrCreate")
                .endSpec()
                .build();
    }
}
