package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.Siblings;
import dev.setpoint.scheduler.volume.VolumeChooser;
import java.util.List;

/// Which filters and scores place a pod, in the order in which they are asked.
public record Profile(List<Filter> filters, List<Weighted> scores) {
    public record Weighted(Score score, int weight) {}

    /// The plugins of Kubernetes' default scheduler, with the weights and the choices of the options.
    public static Profile of(ProfileOptions options, Siblings siblings, VolumeChooser chooser) {
        TaintToleration taints = new TaintToleration();
        NodeAffinity affinity = new NodeAffinity();
        PodTopologySpread spread = new PodTopologySpread(siblings);
        InterPodAffinity podAffinity = new InterPodAffinity(options.hardPodAffinityWeight());
        Score fit = switch (options.scoring()) {
            case LEAST_ALLOCATED -> new NodeResourcesFit.LeastAllocated();
            case MOST_ALLOCATED -> new NodeResourcesFit.MostAllocated();
        };
        return new Profile(
                List.of(
                        new NodeUnschedulable(),
                        taints,
                        affinity,
                        new NodePorts(),
                        new NodeResourcesFit(),
                        new VolumeRestrictions(chooser.volumes()),
                        new NodeVolumeLimits(chooser.volumes()),
                        new VolumeBinding(chooser),
                        new VolumeZone(chooser.volumes()),
                        spread,
                        podAffinity),
                List.of(
                                new Weighted(taints, options.weight("TaintToleration", 3)),
                                new Weighted(affinity, options.weight("NodeAffinity", 2)),
                                new Weighted(fit, options.weight("NodeResourcesFit", 1)),
                                new Weighted(spread, options.weight("PodTopologySpread", 2)),
                                new Weighted(podAffinity, options.weight("InterPodAffinity", 2)),
                                new Weighted(
                                        new NodeResourcesFit.BalancedAllocation(),
                                        options.weight("NodeResourcesBalancedAllocation", 1)),
                                new Weighted(new ImageLocality(), options.weight("ImageLocality", 1)))
                        .stream()
                        .filter(weighted -> weighted.weight() > 0)
                        .toList());
    }
}
