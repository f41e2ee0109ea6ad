package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to say about each node.
final class NodeLifecyclePlan {
    private NodeLifecyclePlan() {}

    /// One node as it was found.
    ///
    /// @param silence how long it has not said that it lives
    record Observed(Node node, Duration silence) {}

    /// One node as it should be.
    ///
    /// @param conditions equal to the present ones when there is nothing to say
    /// @param taints equal to the present ones when there is nothing to say
    record Wanted(Node node, List<NodeCondition> conditions, List<Taint> taints) {
        boolean saysConditions() {
            return !conditions.equals(NodeConditions.of(node));
        }

        boolean saysTaints() {
            return !taints.equals(NodeTaints.of(node));
        }

        /// Whether this pass is the first to find the node not ready.
        boolean fails() {
            return NodeConditions.holds(NodeConditions.of(node), "Ready") && !NodeConditions.holds(conditions, "Ready");
        }

        boolean ready() {
            return NodeConditions.holds(conditions, "Ready");
        }
    }

    /// A node with the conditions that it will have.
    record Seen(Node node, List<NodeCondition> conditions) {}

    static List<Wanted> plan(List<Observed> observed, Instant now) {
        Map<String, List<Seen>> byZone = new LinkedHashMap<>();
        List<Seen> all = new ArrayList<>();
        for (Observed each : observed) {
            Seen seen = new Seen(each.node(), NodeConditions.after(each.silence(), each.node(), now));
            all.add(seen);
            byZone.computeIfAbsent(Zone.nameOf(each.node()), _ -> new ArrayList<>())
                    .add(seen);
        }
        List<Zone> zones = byZone.values().stream().map(Zone::new).toList();
        // When no node at all is well, it is this process that is cut off.
        boolean cutOff = zones.stream().allMatch(zone -> zone.state() == Zone.State.FULL_DISRUPTION);
        List<Node> next = cutOff
                ? List.of()
                : zones.stream()
                        .map(zone -> zone.next(now))
                        .flatMap(Optional::stream)
                        .toList();
        return all.stream()
                .map(seen -> new Wanted(
                        seen.node(),
                        seen.conditions(),
                        NodeTaints.wanted(seen.node(), seen.conditions(), !cutOff && evicts(seen.node(), next), now)))
                .toList();
    }

    /// Those whose pods are driven off already, and those whose turn it is.
    private static boolean evicts(Node node, List<Node> next) {
        return next.stream().anyMatch(each -> Metadata.name(each).equals(Metadata.name(node)))
                || NodeTaints.of(node).stream()
                        .anyMatch(taint -> NodeTaints.same(taint, NodeTaints.NOT_READY, "NoExecute")
                                || NodeTaints.same(taint, NodeTaints.UNREACHABLE, "NoExecute"));
    }
}
