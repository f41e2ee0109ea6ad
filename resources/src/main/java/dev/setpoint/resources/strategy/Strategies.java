package dev.setpoint.resources.strategy;

import static java.util.Map.entry;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.resources.strategy.apps.DeploymentStrategy;
import dev.setpoint.resources.strategy.apps.ReplicaSetStrategy;
import dev.setpoint.resources.strategy.coordination.LeaseStrategy;
import dev.setpoint.resources.strategy.core.ConfigMapStrategy;
import dev.setpoint.resources.strategy.core.EndpointsStrategy;
import dev.setpoint.resources.strategy.core.EventStrategy;
import dev.setpoint.resources.strategy.core.NamespaceStrategy;
import dev.setpoint.resources.strategy.core.NodeStrategy;
import dev.setpoint.resources.strategy.core.SecretStrategy;
import dev.setpoint.resources.strategy.core.ServiceAccountStrategy;
import dev.setpoint.resources.strategy.core.ServiceStrategy;
import dev.setpoint.resources.strategy.discovery.EndpointSliceStrategy;
import dev.setpoint.resources.strategy.pod.PodStrategy;
import java.util.Map;

/// Finds the strategy of a built-in kind; kinds without rules of their own share one that only follows the contract.
public final class Strategies {
    private static final Strategy PLAIN = new Strategy() {};
    private static final Map<GroupVersionKind, Strategy> BY_KIND = Map.ofEntries(
            of("v1", "ConfigMap", new ConfigMapStrategy()),
            of("v1", "Endpoints", new EndpointsStrategy()),
            of("v1", "Event", new EventStrategy()),
            of("v1", "Namespace", new NamespaceStrategy()),
            of("v1", "Node", new NodeStrategy()),
            of("v1", "Pod", new PodStrategy()),
            of("v1", "Secret", new SecretStrategy()),
            of("v1", "Service", new ServiceStrategy()),
            of("v1", "ServiceAccount", new ServiceAccountStrategy()),
            of("apps/v1", "Deployment", new DeploymentStrategy()),
            of("apps/v1", "ReplicaSet", new ReplicaSetStrategy()),
            of("coordination.k8s.io/v1", "Lease", new LeaseStrategy()),
            of("discovery.k8s.io/v1", "EndpointSlice", new EndpointSliceStrategy()));

    private Strategies() {}

    /// @param kind in the version in which objects are kept
    public static Strategy of(GroupVersionKind kind) {
        return BY_KIND.getOrDefault(kind, PLAIN);
    }

    private static Map.Entry<GroupVersionKind, Strategy> of(String apiVersion, String kind, Strategy strategy) {
        return entry(GroupVersionKind.of(apiVersion, kind), strategy);
    }
}
