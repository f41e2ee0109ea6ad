package dev.setpoint.controllers.volumes;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/// What wakes the two loops of volumes and claims.
public final class VolumeControllers {
    private VolumeControllers() {}

    /// A claim is looked at when it changes, when the volume that it names or that names it does, when a pod that
    /// mounts it comes or goes; and while it has no volume, when a volume that nobody has or any class changes.
    public static Controller<ObjectKey> claims(Loops loops) {
        Informer<PersistentVolumeClaim> claims = loops.informer(Types.PERSISTENT_VOLUME_CLAIM);
        VolumeIndexes.ofClaims(claims);
        Typed<Pod> pods = loops.informer(Types.POD).typed();
        return Controller.of(Types.PERSISTENT_VOLUME_CLAIM)
                .named("persistentvolumeclaim-binder")
                .watches(PersistentVolume.class, volume -> ofVolume(claims, volume))
                .watchesStored(Types.STORAGE_CLASS, _ -> pending(claims))
                .watchesStored(Types.POD, pod -> VolumeIndexes.claimsOf(pods, pod))
                .reconcile(new ClaimReconciler(loops));
    }

    /// A volume is looked at when it, the claim that it names or the claim that names it changes.
    public static Controller<ObjectKey> volumes(Loops loops) {
        Informer<PersistentVolume> volumes = loops.informer(Types.PERSISTENT_VOLUME);
        VolumeIndexes.ofVolumes(volumes);
        Typed<PersistentVolumeClaim> claims =
                loops.informer(Types.PERSISTENT_VOLUME_CLAIM).typed();
        return Controller.of(Types.PERSISTENT_VOLUME)
                .named("persistentvolume-binder")
                .watchesStored(Types.PERSISTENT_VOLUME_CLAIM, claim -> ofClaim(volumes, claims.decode(claim)))
                .reconcile(new VolumeReconciler(loops));
    }

    /// One that nobody has yet may be anybody's.
    private static List<ObjectKey> ofVolume(Informer<PersistentVolumeClaim> claims, PersistentVolume volume) {
        List<ObjectKey> keys = new ArrayList<>();
        VolumeFacts.claimOf(volume)
                .ifPresentOrElse(
                        reference -> keys.add(new ObjectKey(reference.getNamespace(), reference.getName())),
                        () -> keys.addAll(pending(claims)));
        VolumeIndexes.naming(claims, volume).forEach(claim -> keys.add(ObjectKey.of(claim)));
        return keys;
    }

    private static List<ObjectKey> pending(Informer<PersistentVolumeClaim> claims) {
        return VolumeIndexes.withoutVolume(claims).stream().map(ObjectKey::of).toList();
    }

    private static List<ObjectKey> ofClaim(Informer<PersistentVolume> volumes, PersistentVolumeClaim claim) {
        List<ObjectKey> keys = new ArrayList<>();
        VolumeIndexes.keptFor(volumes, claim).forEach(volume -> keys.add(ObjectKey.of(volume)));
        if (!VolumeFacts.volumeName(claim).isEmpty()) {
            keys.add(ObjectKey.cluster(VolumeFacts.volumeName(claim)));
        }
        return keys;
    }
}
