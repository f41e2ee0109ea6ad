package dev.setpoint.controllers.volumes;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
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
    /// mounts
    /// it comes or goes; and while it has no volume, when any volume or class changes.
    public static Controller claims(Loops loops) {
        Informer<PersistentVolumeClaim> claims = loops.informer(Types.PERSISTENT_VOLUME_CLAIM);
        return Controller.of(Types.PERSISTENT_VOLUME_CLAIM)
                .named("persistentvolumeclaim-binder")
                .watches(PersistentVolume.class, volume -> ofVolume(claims, volume))
                .watchesStored(Types.STORAGE_CLASS, _ -> pending(claims))
                .watchesStored(Types.POD, pod -> ofPod(claims, pod))
                .reconcile(new ClaimReconciler(loops));
    }

    /// A volume is looked at when it, the claim that it names or the claim that names it changes.
    public static Controller volumes(Loops loops) {
        Informer<PersistentVolume> volumes = loops.informer(Types.PERSISTENT_VOLUME);
        return Controller.of(Types.PERSISTENT_VOLUME)
                .named("persistentvolume-binder")
                .watchesStored(Types.PERSISTENT_VOLUME_CLAIM, claim -> ofClaim(volumes, claim))
                .reconcile(new VolumeReconciler(loops));
    }

    private static List<ObjectKey> ofVolume(Informer<PersistentVolumeClaim> claims, PersistentVolume volume) {
        List<ObjectKey> keys = new ArrayList<>(pending(claims));
        VolumeFacts.claimOf(volume)
                .ifPresent(reference -> keys.add(new ObjectKey(reference.getNamespace(), reference.getName())));
        claims.all().stream()
                .filter(claim -> VolumeFacts.volumeName(claim)
                        .equals(volume.getMetadata().getName()))
                .forEach(claim -> keys.add(ObjectKey.of(claim)));
        return keys;
    }

    private static List<ObjectKey> pending(Informer<PersistentVolumeClaim> claims) {
        return claims.all().stream()
                .filter(claim -> VolumeFacts.volumeName(claim).isEmpty())
                .map(ObjectKey::of)
                .toList();
    }

    /// Most pods live where there are no claims at all: nothing is decoded for them.
    private static List<ObjectKey> ofPod(Informer<PersistentVolumeClaim> claims, Stored stored) {
        if (claims.objects().inNamespace(stored.key().namespace()).isEmpty()) {
            return List.of();
        }
        Pod pod = Types.POD.decode(stored);
        return claims.inNamespace(stored.key().namespace()).stream()
                .filter(claim -> VolumeFacts.mounts(pod, claim))
                .map(ObjectKey::of)
                .toList();
    }

    private static List<ObjectKey> ofClaim(Informer<PersistentVolume> volumes, Stored stored) {
        PersistentVolumeClaim claim = Types.PERSISTENT_VOLUME_CLAIM.decode(stored);
        return volumes.all().stream()
                .filter(volume -> VolumeFacts.reservedFor(volume, claim)
                        || volume.getMetadata().getName().equals(VolumeFacts.volumeName(claim)))
                .map(ObjectKey::of)
                .toList();
    }
}
