package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;

/// What the type of a service means for its other fields.
final class ServiceSpec {
    static final String CLUSTER_IP = "ClusterIP";
    static final String NODE_PORT = "NodePort";
    static final String LOAD_BALANCER = "LoadBalancer";
    static final String EXTERNAL_NAME = "ExternalName";
    static final String HEADLESS = "None";

    private ServiceSpec() {}

    static boolean hasClusterAddress(JsonObject spec) {
        return !spec.textOr("type", "").equals(EXTERNAL_NAME);
    }

    static boolean isHeadless(JsonObject spec) {
        return spec.textOr("clusterIP", "").equals(HEADLESS);
    }

    static boolean mayHaveNodePorts(JsonObject spec) {
        String type = spec.textOr("type", "");
        return type.equals(NODE_PORT) || type.equals(LOAD_BALANCER);
    }

    /// A load balancer may do without node ports.
    static boolean needsNodePorts(JsonObject spec) {
        String type = spec.textOr("type", "");
        return type.equals(NODE_PORT)
                || (type.equals(LOAD_BALANCER) && spec.booleanOr("allocateLoadBalancerNodePorts", true));
    }

    static boolean needsHealthCheckNodePort(JsonObject spec) {
        return spec.textOr("type", "").equals(LOAD_BALANCER)
                && spec.textOr("externalTrafficPolicy", "").equals("Local");
    }

    static boolean reachableFromOutside(JsonObject spec) {
        String type = spec.textOr("type", "");
        return mayHaveNodePorts(spec) || (type.equals(CLUSTER_IP) && Fields.isSet(spec, "externalIPs"));
    }
}
