package dev.setpoint.scheduler;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Siblings;
import dev.setpoint.scheduler.plugin.Filter;
import dev.setpoint.scheduler.plugin.NodePicker;
import dev.setpoint.scheduler.plugin.Profile;
import dev.setpoint.scheduler.plugin.ProfileOptions;
import dev.setpoint.scheduler.volume.VolumeChooser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// The ways of placing pods, by the name of the scheduler that a pod asks for. All of them work on one cluster.
final class Profiles {
    private final Map<String, NodePicker> pickers = new LinkedHashMap<>();
    private final List<Filter> filters;

    Profiles(
            List<ProfileOptions> options,
            ClusterState cluster,
            Siblings siblings,
            VolumeChooser chooser,
            RandomGenerator random) {
        for (ProfileOptions each : options) {
            Profile profile = Profile.of(each, siblings, chooser);
            pickers.put(each.schedulerName(), new NodePicker(cluster, profile, random));
        }
        this.filters = Profile.of(options.getFirst(), siblings, chooser).filters();
    }

    boolean has(String schedulerName) {
        return pickers.containsKey(schedulerName);
    }

    NodePicker of(PendingPod pod) {
        NodePicker picker = pickers.get(pod.schedulerName());
        if (picker == null) {
            throw new IllegalStateException("pod " + pod + " asks for " + pod.schedulerName() + ", which is not here");
        }
        return picker;
    }

    /// Every profile has the same filters; they differ in what they prefer.
    List<Filter> filters() {
        return filters;
    }
}
