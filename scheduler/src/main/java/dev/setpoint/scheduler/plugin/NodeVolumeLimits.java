package dev.setpoint.scheduler.plugin;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.VolumeOffer;
import dev.setpoint.scheduler.volume.Volumes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Keeps pods off nodes that cannot attach so many volumes of a CSI driver.
public final class NodeVolumeLimits implements Filter {
    private static final Rejection TOO_MANY =
            Rejection.resolvable(Plugin.NODE_VOLUME_LIMITS, "node(s) exceed max volume count");

    private final Volumes volumes;

    public NodeVolumeLimits(Volumes volumes) {
        this.volumes = volumes;
    }

    @Override
    public Plugin plugin() {
        return Plugin.NODE_VOLUME_LIMITS;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        Map<String, Set<String>> wanted = new LinkedHashMap<>();
        collect(pod.pod(), wanted);
        return wanted.isEmpty() ? Optional.empty() : Optional.of(node -> exceeds(node, wanted) ? TOO_MANY : null);
    }

    private boolean exceeds(NodeInfo node, Map<String, Set<String>> wanted) {
        Map<String, Set<String>> attached = new LinkedHashMap<>();
        for (Map.Entry<String, Set<String>> entry : wanted.entrySet()) {
            OptionalLong limit = volumes.attachable(node.name(), entry.getKey());
            if (limit.isPresent()) {
                if (attached.isEmpty()) {
                    node.pods().forEach(other -> collect(other, attached));
                }
                Set<String> all = new HashSet<>(attached.getOrDefault(entry.getKey(), Set.of()));
                int before = all.size();
                all.addAll(entry.getValue());
                if (all.size() > before && all.size() > limit.getAsLong()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Adds the pod's volumes by driver. One that is yet to be made counts under the name of its claim.
    private void collect(PodInfo pod, Map<String, Set<String>> byDriver) {
        for (ObjectKey claimKey : pod.claimKeys()) {
            Optional<ClaimFacts> claim = volumes.claim(claimKey);
            if (claim.isPresent()) {
                Optional<VolumeOffer> volume = volumes.volume(claim.get().volumeName());
                String driver = volume.map(VolumeOffer::driver)
                        .or(() -> volumes.storageClass(claim.get().storageClass())
                                .map(storageClass -> storageClass.provisioner()))
                        .orElse("");
                if (!driver.isEmpty()) {
                    byDriver.computeIfAbsent(driver, _ -> new HashSet<>())
                            .add(volume.map(VolumeOffer::handle)
                                    .orElse(claim.get().key().toString()));
                }
            }
        }
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded _, ClusterChange.StorageChanged _ -> true;
            case ClusterChange.PodRemoved(var gone, var _) -> !gone.claims().isEmpty();
            case ClusterChange.NodeUpdated _,
                    ClusterChange.NodeRemoved _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.PodUpdated _ -> false;
        };
    }
}
