package dev.setpoint.controllers.volumes;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Optional;

/// Executes a [VolumePlan].
final class VolumeReconciler implements Reconciler<ObjectKey> {
    private final Informer<PersistentVolume> volumes;
    private final Informer<PersistentVolumeClaim> claims;
    private final TypedClient<PersistentVolume> volumeClient;
    private final TypedClient<PersistentVolumeClaim> claimClient;

    VolumeReconciler(Loops loops) {
        this.volumes = loops.informer(Types.PERSISTENT_VOLUME);
        this.claims = loops.informer(Types.PERSISTENT_VOLUME_CLAIM);
        this.volumeClient = Types.PERSISTENT_VOLUME.over(loops.client()).as(Authorship.NAME);
        this.claimClient = Types.PERSISTENT_VOLUME_CLAIM.over(loops.client());
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        volumes.find(key).ifPresent(volume -> execute(volume, VolumePlan.plan(volume, claim(volume))));
        return Outcome.DONE;
    }

    /// A claim that the cache does not know may only be new: a volume is given up on the server's word alone.
    private Optional<PersistentVolumeClaim> claim(PersistentVolume volume) {
        return VolumeFacts.claimOf(volume).flatMap(reference -> {
            ObjectKey key = new ObjectKey(reference.getNamespace(), reference.getName());
            return claims.find(key)
                    .filter(found -> Metadata.uid(found).equals(reference.getUid()))
                    .or(() -> claimClient.find(key));
        });
    }

    private void execute(PersistentVolume volume, VolumePlan.Action action) {
        switch (action) {
            case VolumePlan.Action.Nothing() -> {}
            case VolumePlan.Action.SetPhase(var phase) ->
                volumeClient.updateStatus(volume.edit()
                        .editOrNewStatus()
                        .withPhase(phase)
                        .endStatus()
                        .build());
            case VolumePlan.Action.Unbind() ->
                volumeClient.update(volume.edit()
                        .editMetadata()
                        .removeFromAnnotations(VolumeFacts.BOUND_BY_CONTROLLER)
                        .endMetadata()
                        .editSpec()
                        .withClaimRef(null)
                        .endSpec()
                        .build());
            case VolumePlan.Action.Delete() -> delete(volume);
            case VolumePlan.Action.LetGo() ->
                volumeClient.update(volume.edit()
                        .editMetadata()
                        .removeFromFinalizers(VolumeFacts.VOLUME_PROTECTION)
                        .endMetadata()
                        .build());
        }
    }

    private void delete(PersistentVolume volume) {
        try {
            volumeClient.delete(volume);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e; // A conflict too: nothing else would bring the volume back.
            }
        }
    }
}
