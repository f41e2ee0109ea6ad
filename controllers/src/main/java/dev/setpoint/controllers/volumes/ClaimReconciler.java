package dev.setpoint.controllers.volumes;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Executes a [ClaimPlan]. One worker: a volume is chosen by one claim at a time.
final class ClaimReconciler implements Reconciler<ObjectKey> {
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final Informer<Pod> pods;
    private final TypedClient<PersistentVolumeClaim> claimClient;
    private final TypedClient<PersistentVolume> volumeClient;
    private final Bindings bindings;
    private final EventRecorder events;

    ClaimReconciler(Loops loops) {
        this.claims = loops.informer(Types.PERSISTENT_VOLUME_CLAIM);
        this.volumes = loops.informer(Types.PERSISTENT_VOLUME);
        this.classes = loops.informer(Types.STORAGE_CLASS);
        this.pods = loops.informer(Types.POD);
        this.claimClient = Types.PERSISTENT_VOLUME_CLAIM.over(loops.client()).as(Authorship.NAME);
        this.volumeClient = Types.PERSISTENT_VOLUME.over(loops.client()).as(Authorship.NAME);
        this.bindings = new Bindings(loops.client());
        this.events = loops.events("persistentvolume-controller");
        VolumeIndexes.ofVolumes(volumes);
        VolumeIndexes.ofPods(pods);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<PersistentVolumeClaim> found = claims.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Its volume has heard of it.
        }
        PersistentVolumeClaim claim = found.get();
        List<Pod> users = VolumeIndexes.mounting(pods, claim).stream()
                .filter(pod -> !Pods.finished(pod))
                .toList();
        execute(claim, ClaimPlan.plan(claim, new ClaimPlan.Observed(candidates(claim), classes.all(), users)));
        return Outcome.DONE;
    }

    private List<PersistentVolume> candidates(PersistentVolumeClaim claim) {
        if (!VolumeFacts.volumeName(claim).isEmpty()) {
            return volumes.find(ObjectKey.cluster(VolumeFacts.volumeName(claim))).stream()
                    .toList();
        }
        List<PersistentVolume> candidates = new ArrayList<>(VolumeIndexes.keptFor(volumes, claim));
        candidates.addAll(VolumeIndexes.withoutClaim(volumes));
        return candidates;
    }

    private void execute(PersistentVolumeClaim claim, ClaimPlan.Action action) {
        switch (action) {
            case ClaimPlan.Action.Nothing() -> {}
            case ClaimPlan.Action.Classify(var storageClass) ->
                claimClient.update(claim.edit()
                        .editSpec()
                        .withStorageClassName(storageClass)
                        .endSpec()
                        .build());
            case ClaimPlan.Action.Bind(var volume, var chosen) -> bindings.bind(claim, volume, chosen);
            case ClaimPlan.Action.Provision(var volume) -> provision(claim, volume);
            case ClaimPlan.Action.Await(var provisioner) -> {
                events.normal(
                        claim,
                        "ExternalProvisioning",
                        "Waiting for a volume to be created either by the external provisioner '" + provisioner
                                + "' or manually by the system administrator. If volume creation is delayed, please"
                                + " verify that the provisioner is running and correctly registered.");
                annotate(claim, provisioner);
            }
            case ClaimPlan.Action.Lose(var reason, var message) -> lose(claim, reason, message);
            case ClaimPlan.Action.Release() ->
                claimClient.update(claim.edit()
                        .editMetadata()
                        .removeFromFinalizers(VolumeFacts.CLAIM_PROTECTION)
                        .endMetadata()
                        .build());
            case ClaimPlan.Action.Tell(var warning, var reason, var message) -> {
                if (warning) {
                    events.warning(claim, reason, message);
                } else {
                    events.normal(claim, reason, message);
                }
            }
        }
    }

    /// Made for this claim: the next look finds it reserved and binds.
    private void provision(PersistentVolumeClaim claim, PersistentVolume volume) {
        annotate(claim, VolumeFacts.LOCAL);
        try {
            volumeClient.create(volume);
            events.normal(claim, "ProvisioningSucceeded", "Successfully provisioned volume " + Metadata.name(volume));
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
        }
    }

    /// Who is to make the volume, for whoever that is.
    private void annotate(PersistentVolumeClaim claim, String provisioner) {
        if (!provisioner.equals(Metadata.annotation(claim, VolumeFacts.PROVISIONER))) {
            claimClient.update(claim.edit()
                    .editMetadata()
                    .addToAnnotations(VolumeFacts.PROVISIONER, provisioner)
                    .addToAnnotations("volume.beta.kubernetes.io/storage-provisioner", provisioner)
                    .endMetadata()
                    .build());
        }
    }

    private void lose(PersistentVolumeClaim claim, String reason, String message) {
        if (!VolumeFacts.phase(claim).equals("Lost")) {
            claimClient.updateStatus(
                    claim.edit().editOrNewStatus().withPhase("Lost").endStatus().build());
            events.warning(claim, reason, message);
        }
    }
}
