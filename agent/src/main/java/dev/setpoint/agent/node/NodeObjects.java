package dev.setpoint.agent.node;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/// What a simulated node says of itself.
final class NodeObjects {
    private record Health(String type, String status, String reason, String message) {}

    /// In the order in which kubelets report them.
    private static final List<Health> HEALTH = List.of(
            new Health(
                    "MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
            new Health("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            new Health("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
            new Health("Ready", "True", "KubeletReady", "kubelet is posting ready status"));

    private final NodeOptions options;

    NodeObjects(NodeOptions options) {
        this.options = options;
    }

    /// The node as it registers itself.
    Node node(SimulatedNode node, Instant now) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(node.name())
                .withLabels(labels(node))
                .endMetadata()
                .withNewSpec()
                .withPodCIDR(node.podCidr())
                .withPodCIDRs(node.podCidr())
                .endSpec()
                .withStatus(status(node, new NodeStatus(), now))
                .build();
    }

    Map<String, String> labels(SimulatedNode node) {
        Map<String, String> labels = new TreeMap<>();
        labels.put("beta.kubernetes.io/arch", "amd64");
        labels.put("beta.kubernetes.io/os", "linux");
        labels.put("kubernetes.io/arch", "amd64");
        labels.put("kubernetes.io/hostname", node.name());
        labels.put("kubernetes.io/os", "linux");
        labels.put("node.kubernetes.io/instance-type", "simulated");
        if (options.zones() > 0) {
            labels.put("topology.kubernetes.io/region", "simulated");
            labels.put("topology.kubernetes.io/zone", "zone-" + (1 + node.number() % options.zones()));
        }
        return labels;
    }

    /// The status as it should be now; conditions keep the time of their last transition.
    NodeStatus status(SimulatedNode node, NodeStatus before, Instant now) {
        Map<String, Quantity> capacity = new TreeMap<>();
        options.capacity().forEach((resource, amount) -> capacity.put(resource, new Quantity(amount)));
        return new NodeStatusBuilder(before)
                .withCapacity(capacity)
                .withAllocatable(capacity)
                .withConditions(conditions(before, now))
                .withAddresses()
                .addNewAddress()
                .withType("InternalIP")
                .withAddress(node.address())
                .endAddress()
                .addNewAddress()
                .withType("Hostname")
                .withAddress(node.name())
                .endAddress()
                .withNewDaemonEndpoints()
                .withNewKubeletEndpoint()
                .withPort(10250)
                .endKubeletEndpoint()
                .endDaemonEndpoints()
                .withNewNodeInfo()
                .withMachineID(id("machine", node).replace("-", ""))
                .withSystemUUID(id("system", node))
                .withBootID(id("boot", node))
                .withKernelVersion("simulated")
                .withOsImage("Setpoint simulated node")
                .withContainerRuntimeVersion("simulated://1.0.0")
                .withKubeletVersion(options.kubeletVersion())
                .withKubeProxyVersion("")
                .withOperatingSystem("linux")
                .withArchitecture("amd64")
                .endNodeInfo()
                .build();
    }

    /// Follows from the name, so that a node that starts again is the same machine.
    private static String id(String what, SimulatedNode node) {
        return UUID.nameUUIDFromBytes((what + "/" + node.name()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /// Others' conditions stay as they are.
    private static List<NodeCondition> conditions(NodeStatus before, Instant now) {
        String time = Timestamps.seconds(now);
        List<NodeCondition> conditions = new ArrayList<>();
        for (NodeCondition condition : before.getConditions()) {
            if (HEALTH.stream().noneMatch(health -> health.type.equals(condition.getType()))) {
                conditions.add(condition);
            }
        }
        for (Health health : HEALTH) {
            String transition = before.getConditions().stream()
                    .filter(condition ->
                            health.type.equals(condition.getType()) && health.status.equals(condition.getStatus()))
                    .map(NodeCondition::getLastTransitionTime)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(time);
            conditions.add(new NodeConditionBuilder()
                    .withType(health.type)
                    .withStatus(health.status)
                    .withLastHeartbeatTime(time)
                    .withLastTransitionTime(transition)
                    .withReason(health.reason)
                    .withMessage(health.message)
                    .build());
        }
        return conditions;
    }

    /// Whether the node says of itself what it should: somebody who thought that it was gone may have said otherwise.
    static boolean isHealthy(NodeStatus status) {
        return HEALTH.stream()
                .allMatch(health -> status.getConditions().stream()
                        .anyMatch(condition -> health.type.equals(condition.getType())
                                && health.status.equals(condition.getStatus())
                                && health.reason.equals(condition.getReason())));
    }
}
