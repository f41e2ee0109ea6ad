package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.Volumes;
import java.util.Optional;

/// Lets only one pod at a time have a claim that is `ReadWriteOncePod`.
public final class VolumeRestrictions implements Filter {
    private static final Rejection IN_USE = Rejection.resolvable(
            Plugin.VOLUME_RESTRICTIONS,
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode");

    private final Volumes volumes;

    public VolumeRestrictions(Volumes volumes) {
        this.volumes = volumes;
    }

    @Override
    public Plugin plugin() {
        return Plugin.VOLUME_RESTRICTIONS;
    }

    /// Wherever a claim is in use, no node will do, but only by leaving that one node can it come free.
    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        boolean used = pod.pod().claimKeys().stream()
                .anyMatch(claim -> cluster.uses(claim) > 0
                        && volumes.claim(claim).map(ClaimFacts::exclusive).orElse(false));
        return used ? Optional.of(_ -> IN_USE) : Optional.empty();
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.PodRemoved(var gone, var _) -> shareClaim(pod.pod(), gone);
            case ClusterChange.StorageChanged _ -> true;
            case ClusterChange.NodeAdded _,
                    ClusterChange.NodeUpdated _,
                    ClusterChange.NodeRemoved _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.PodUpdated _ -> false;
        };
    }

    private static boolean shareClaim(PodInfo left, PodInfo right) {
        return left.claimKeys().stream().anyMatch(right.claimKeys()::contains);
    }
}
