package dev.setpoint.scheduler.cluster;

import dev.setpoint.client.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A node and the sum of what its pods hold.
public final class NodeInfo {
    private final String name;
    private @Nullable NodeFacts facts;
    private int position = -1;
    private Resources requested = Resources.NONE;
    private Resources scoring = Resources.NONE;
    private final Map<ObjectKey, PodInfo> pods = new LinkedHashMap<>();
    private final List<HostPort> hostPorts = new ArrayList<>(0);

    NodeInfo(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /// Only nodes that the API knows are ever offered to filters and scores. Pods may lie on one that it does not know.
    public NodeFacts facts() {
        if (facts == null) {
            throw new IllegalStateException("node " + name + " has pods but does not exist");
        }
        return facts;
    }

    boolean exists() {
        return facts != null;
    }

    void facts(@Nullable NodeFacts newFacts) {
        facts = newFacts;
    }

    /// Where it stands among the cluster's nodes.
    public int position() {
        return position;
    }

    void position(int newPosition) {
        position = newPosition;
    }

    public Resources requested() {
        return requested;
    }

    /// What the pods request when containers that say nothing count with defaults.
    public Resources scoring() {
        return scoring;
    }

    public Collection<PodInfo> pods() {
        return pods.values();
    }

    public int podCount() {
        return pods.size();
    }

    public List<HostPort> hostPorts() {
        return hostPorts;
    }

    void add(PodInfo pod) {
        if (pods.putIfAbsent(pod.key(), pod) != null) {
            throw new IllegalStateException("pod " + pod + " is already on node " + name);
        }
        requested = requested.plus(pod.held());
        scoring = scoring.plus(pod.scoring());
        hostPorts.addAll(pod.hostPorts());
    }

    void remove(PodInfo pod) {
        if (!pods.remove(pod.key(), pod)) {
            throw new IllegalStateException("pod " + pod + " is not on node " + name);
        }
        requested = requested.minus(pod.held());
        scoring = scoring.minus(pod.scoring());
        pod.hostPorts().forEach(hostPorts::remove);
    }

    @Override
    public String toString() {
        return name;
    }
}
