package dev.setpoint.scheduler.plugin;

/// Who turned a node down, by the names that Kubernetes gives.
public enum Plugin {
    NODE_UNSCHEDULABLE("NodeUnschedulable"),
    TAINT_TOLERATION("TaintToleration"),
    NODE_AFFINITY("NodeAffinity"),
    NODE_PORTS("NodePorts"),
    NODE_RESOURCES_FIT("NodeResourcesFit"),
    VOLUME_RESTRICTIONS("VolumeRestrictions"),
    NODE_VOLUME_LIMITS("NodeVolumeLimits"),
    VOLUME_BINDING("VolumeBinding"),
    VOLUME_ZONE("VolumeZone"),
    POD_TOPOLOGY_SPREAD("PodTopologySpread"),
    INTER_POD_AFFINITY("InterPodAffinity");

    private final String pluginName;

    Plugin(String pluginName) {
        this.pluginName = pluginName;
    }

    public String pluginName() {
        return pluginName;
    }
}
