package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a node says of itself, and what is to be said of one that says nothing.
final class NodeConditions {
    /// How long a node may be silent.
    static final Duration GRACE = Duration.ofSeconds(50);
    /// How long a node may take to say anything at all.
    static final Duration STARTUP_GRACE = Duration.ofSeconds(60);

    private static final List<String> KEPT_BY_NODE = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    private NodeConditions() {}

    /// `True`, `False` or `Unknown`.
    static String status(List<NodeCondition> conditions, String type) {
        return find(conditions, type).map(NodeCondition::getStatus).orElse("Unknown");
    }

    /// `True` where the condition is there and holds.
    static boolean holds(List<NodeCondition> conditions, String type) {
        return find(conditions, type)
                .filter(each -> "True".equals(each.getStatus()))
                .isPresent();
    }

    static List<NodeCondition> of(Node node) {
        return node.getStatus() == null ? List.of() : node.getStatus().getConditions();
    }

    /// The node's conditions after it has been silent for so long.
    static List<NodeCondition> after(Duration silence, Node node, Instant now) {
        List<NodeCondition> before = of(node);
        Duration patience = find(before, "Ready").isPresent() ? GRACE : STARTUP_GRACE;
        if (silence.compareTo(patience) <= 0) {
            return before;
        }
        List<NodeCondition> conditions = new ArrayList<>(before);
        for (String type : KEPT_BY_NODE) {
            Optional<NodeCondition> present = find(before, type);
            if (present.isEmpty()) {
                conditions.add(unknown(
                        new NodeConditionBuilder()
                                .withType(type)
                                .withLastHeartbeatTime(node.getMetadata().getCreationTimestamp())
                                .withReason("NodeStatusNeverUpdated")
                                .withMessage("Kubelet never posted node status."),
                        now));
            } else if (!"Unknown".equals(present.get().getStatus())) {
                conditions.replaceAll(each -> type.equals(each.getType())
                        ? unknown(
                                new NodeConditionBuilder(each)
                                        .withReason("NodeStatusUnknown")
                                        .withMessage("Kubelet stopped posting node status."),
                                now)
                        : each);
            }
        }
        return conditions;
    }

    /// What changes whenever a node says that it lives, beside its Lease.
    static String heartbeat(Node node) {
        return find(of(node), "Ready")
                        .filter(ready -> !"Unknown".equals(ready.getStatus()))
                        .map(ready -> ready.getLastHeartbeatTime() + ready.getStatus())
                        .orElse("")
                + Metadata.uid(node);
    }

    private static NodeCondition unknown(NodeConditionBuilder condition, Instant now) {
        return condition
                .withStatus("Unknown")
                .withLastTransitionTime(Timestamps.seconds(now))
                .build();
    }

    static Optional<NodeCondition> find(List<NodeCondition> conditions, String type) {
        return conditions.stream().filter(each -> type.equals(each.getType())).findFirst();
    }
}
