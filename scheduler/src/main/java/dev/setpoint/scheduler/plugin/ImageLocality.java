package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Prefers nodes that have the pod's images already: the more bytes the better, each image weighed by the share of
/// nodes that have it, so that one node with a rare image does not draw all the pods.
public final class ImageLocality implements Score {
    private static final long MEGABYTE = 1024 * 1024;
    private static final long SMALLEST = 23 * MEGABYTE;
    private static final long LARGEST_PER_CONTAINER = 1000 * MEGABYTE;

    @Override
    public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
        if (pod.images().stream().allMatch(image -> cluster.nodesWithImage(image) == 0)) {
            return Optional.empty();
        }
        int nodes = cluster.nodes().size();
        long largest = LARGEST_PER_CONTAINER * pod.images().size();
        return Optional.of(node -> {
            Map<String, Long> present = node.facts().images();
            long sum = 0;
            for (String image : pod.images()) {
                Long size = present.get(image);
                if (size != null) {
                    sum += (long) (size * ((double) cluster.nodesWithImage(image) / nodes));
                }
            }
            long within = Math.clamp(sum, SMALLEST, largest);
            return MAX * (within - SMALLEST) / (largest - SMALLEST);
        });
    }
}
