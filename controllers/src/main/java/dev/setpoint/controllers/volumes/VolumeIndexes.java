package dev.setpoint.controllers.volumes;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Who belongs to whom, so that nobody looks through all volumes, claims or pods for it: with as many claims as volumes
/// that would cost their square.
final class VolumeIndexes {
    private static final String NOBODY = "";

    /// Claims by the volume that they name; those that name none, together.
    private static final Index BY_VOLUME = Index.ofObject(
            "claims-by-volume",
            Types.PERSISTENT_VOLUME_CLAIM,
            (claims, stored) -> List.of(VolumeFacts.volumeName(claims.decode(stored))));

    /// Volumes by the claim that they name; those that name none, together.
    private static final Index BY_CLAIM = Index.ofObject(
            "volumes-by-claim",
            Types.PERSISTENT_VOLUME,
            (volumes, stored) -> List.of(VolumeFacts.claimOf(volumes.decode(stored))
                    .map(reference -> value(new ObjectKey(reference.getNamespace(), reference.getName())))
                    .orElse(NOBODY)));

    /// Pods by the claims that they mount.
    private static final Index BY_MOUNT = Index.ofObject(
            "pods-by-claim",
            Types.POD,
            (pods, stored) ->
                    claimsOf(pods, stored).stream().map(VolumeIndexes::value).toList());

    private VolumeIndexes() {}

    static void ofClaims(Informer<PersistentVolumeClaim> claims) {
        claims.index(BY_VOLUME);
    }

    static void ofVolumes(Informer<PersistentVolume> volumes) {
        volumes.index(BY_CLAIM);
    }

    static void ofPods(Informer<Pod> pods) {
        pods.index(BY_MOUNT);
    }

    static List<PersistentVolumeClaim> naming(Informer<PersistentVolumeClaim> claims, PersistentVolume volume) {
        return claims.indexed(BY_VOLUME, Metadata.name(volume));
    }

    static List<PersistentVolumeClaim> withoutVolume(Informer<PersistentVolumeClaim> claims) {
        return claims.indexed(BY_VOLUME, NOBODY);
    }

    static List<PersistentVolume> keptFor(Informer<PersistentVolume> volumes, PersistentVolumeClaim claim) {
        return volumes.indexed(BY_CLAIM, value(ObjectKey.of(claim)));
    }

    static List<PersistentVolume> withoutClaim(Informer<PersistentVolume> volumes) {
        return volumes.indexed(BY_CLAIM, NOBODY);
    }

    static List<Pod> mounting(Informer<Pod> pods, PersistentVolumeClaim claim) {
        return pods.indexed(BY_MOUNT, value(ObjectKey.of(claim)));
    }

    /// The claims that a pod mounts. Most pods mount none, which their bytes tell sooner than their class.
    static List<ObjectKey> claimsOf(Typed<Pod> pods, Stored pod) {
        String text = new String(pod.bytes(), StandardCharsets.ISO_8859_1);
        if (!text.contains("\"persistentVolumeClaim\":") && !text.contains("\"ephemeral\":")) {
            return List.of();
        }
        List<ObjectKey> keys = new ArrayList<>();
        for (String claim : VolumeFacts.claimNames(pods.decode(pod))) {
            keys.add(new ObjectKey(pod.key().namespace(), claim));
        }
        return keys;
    }

    private static String value(ObjectKey claim) {
        return claim.namespace() + "/" + claim.name();
    }
}
