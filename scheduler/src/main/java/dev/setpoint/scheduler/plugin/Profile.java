package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.Siblings;
import java.util.List;

/// Which filters and scores place a pod, in the order in which they are asked.
public record Profile(List<Filter> filters, List<Weighted> scores) {
    public record Weighted(Score score, int weight) {}

    /// The plugins and weights of Kubernetes' default scheduler.
    public static Profile standard(Siblings siblings) {
        TaintToleration taints = new TaintToleration();
        NodeAffinity affinity = new NodeAffinity();
        PodTopologySpread spread = new PodTopologySpread(siblings);
        return new Profile(
                List.of(new NodeUnschedulable(), taints, affinity, new NodePorts(), new NodeResourcesFit(), spread),
                List.of(
                        new Weighted(taints, 3),
                        new Weighted(affinity, 2),
                        new Weighted(new NodeResourcesFit.LeastAllocated(), 1),
                        new Weighted(spread, 2),
                        new Weighted(new NodeResourcesFit.BalancedAllocation(), 1),
                        new Weighted(new ImageLocality(), 1)));
    }
}
