package dev.setpoint.controllers.volumes;

import dev.setpoint.client.Client;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;

/// Writes a binding, and as much of it as is still missing.
final class Bindings {
    private final TypedClient<PersistentVolume> volumes;
    private final TypedClient<PersistentVolumeClaim> claims;

    Bindings(Client client) {
        this.volumes = Types.PERSISTENT_VOLUME.over(client).as(Authorship.NAME);
        this.claims = Types.PERSISTENT_VOLUME_CLAIM.over(client).as(Authorship.NAME);
    }

    static ObjectReference reference(PersistentVolumeClaim claim) {
        return new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("PersistentVolumeClaim")
                .withNamespace(claim.getMetadata().getNamespace())
                .withName(Metadata.name(claim))
                .withUid(Metadata.uid(claim))
                .withResourceVersion(claim.getMetadata().getResourceVersion())
                .build();
    }

    /// The volume first: it is taken before the claim says so.
    ///
    /// @param chosen whether it was this process that chose the volume
    void bind(PersistentVolumeClaim claim, PersistentVolume found, boolean chosen) {
        PersistentVolume volume = found;
        boolean taken = VolumeFacts.claimOf(volume)
                .filter(reference -> Metadata.uid(claim).equals(reference.getUid()))
                .isPresent();
        if (!taken) {
            boolean reserved = VolumeFacts.claimOf(volume).isPresent();
            var edited = volume.edit().editSpec().withClaimRef(reference(claim)).endSpec();
            volume = volumes.update(
                    reserved
                            ? edited.build()
                            : edited.editMetadata()
                                    .addToAnnotations(VolumeFacts.BOUND_BY_CONTROLLER, "yes")
                                    .endMetadata()
                                    .build());
        }
        if (!VolumeFacts.phase(volume).equals("Bound")) {
            volumes.updateStatus(volume.edit()
                    .editOrNewStatus()
                    .withPhase("Bound")
                    .endStatus()
                    .build());
        }
        complete(claim, volume, chosen);
    }

    private void complete(PersistentVolumeClaim before, PersistentVolume volume, boolean chosen) {
        PersistentVolumeClaimBuilder wanted = new PersistentVolumeClaimBuilder(before)
                .editSpec()
                .withVolumeName(Metadata.name(volume))
                .endSpec()
                .editMetadata()
                .addToAnnotations(VolumeFacts.BIND_COMPLETED, "yes")
                .endMetadata();
        if (chosen) {
            wanted.editMetadata()
                    .addToAnnotations(VolumeFacts.BOUND_BY_CONTROLLER, "yes")
                    .endMetadata();
        }
        PersistentVolumeClaim claim = wanted.build();
        if (!claim.equals(before)) {
            claim = claims.update(claim);
        }
        PersistentVolumeClaim told = claim.edit()
                .editOrNewStatus()
                .withPhase("Bound")
                .withAccessModes(volume.getSpec().getAccessModes())
                .withCapacity(volume.getSpec().getCapacity())
                .endStatus()
                .build();
        if (!told.equals(claim)) {
            claims.updateStatus(told);
        }
    }
}
