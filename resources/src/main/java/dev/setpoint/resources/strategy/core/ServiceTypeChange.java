package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What an update of a service means for fields that the author may never have written: they were allocated, and go
/// with
/// the type that needed them. A field that the author changed besides is left for validation to judge.
final class ServiceTypeChange {
    private ServiceTypeChange() {}

    /// Gives back what was allocated for the same service, so that the manifest that created it can be sent again.
    static void keepAllocated(JsonObject spec, JsonObject before) {
        if (ServiceSpec.hasClusterAddress(before) && ServiceSpec.hasClusterAddress(spec)) {
            if (!Fields.isSet(spec, "clusterIP")) {
                Fields.keep("clusterIP", spec, before);
            }
            if (!Fields.isSet(spec, "clusterIPs")) {
                Fields.keep("clusterIPs", spec, before);
            }
        }
        if (ServiceSpec.needsNodePorts(before) && ServiceSpec.needsNodePorts(spec)) {
            keepNodePorts(spec, before);
        }
        if (ServiceSpec.needsHealthCheckNodePort(before)
                && ServiceSpec.needsHealthCheckNodePort(spec)
                && !Fields.isSet(spec, "healthCheckNodePort")) {
            Fields.keep("healthCheckNodePort", spec, before);
        }
    }

    /// By the name of the port, unless another port uses the number now.
    private static void keepNodePorts(JsonObject spec, JsonObject before) {
        Map<String, JsonValue> byName = new HashMap<>();
        Fields.each(before, "ports", port -> {
            JsonValue number = port.get("nodePort");
            if (number != null) {
                byName.put(port.textOr("name", ""), number);
            }
        });
        Set<JsonValue> used = new HashSet<>();
        Fields.each(spec, "ports", port -> {
            JsonValue number = port.get("nodePort");
            if (number != null && byName.containsValue(number)) {
                used.add(number);
            }
        });
        Fields.each(spec, "ports", port -> {
            JsonValue number = byName.get(port.textOr("name", ""));
            if (number != null && !Fields.isSet(port, "nodePort") && !used.contains(number)) {
                port.put("nodePort", number);
            }
        });
    }

    /// `clusterIP` is the first of `clusterIPs`; a client that knows only the former changes both.
    static void alignClusterAddresses(JsonObject spec, JsonObject before) {
        String address = spec.textOr("clusterIP", "");
        String was = before.textOr("clusterIP", "");
        boolean sameList = Objects.equals(spec.get("clusterIPs"), before.get("clusterIPs"));
        if (address.equals(was)) {
            if (!Fields.isSet(spec, "clusterIPs")) {
                Fields.keep("clusterIPs", spec, before);
            }
        } else if (sameList) {
            if (address.isEmpty()) {
                spec.remove("clusterIPs");
            } else {
                spec.put("clusterIPs", JsonArray.of(JsonValue.of(address)));
            }
        }
    }

    static void dropWhatTheTypeHasNot(JsonObject spec, JsonObject before) {
        if (ServiceSpec.hasClusterAddress(before) && !ServiceSpec.hasClusterAddress(spec)) {
            if (same("clusterIP", spec, before) && same("clusterIPs", spec, before)) {
                spec.remove("clusterIP");
                spec.remove("clusterIPs");
            }
            dropIfSame("ipFamilies", spec, before);
            dropIfSame("ipFamilyPolicy", spec, before);
            spec.remove("internalTrafficPolicy");
        }
        if (ServiceSpec.mayHaveNodePorts(before)
                && !ServiceSpec.mayHaveNodePorts(spec)
                && noNewNodePorts(spec, before)) {
            Fields.each(spec, "ports", port -> port.remove("nodePort"));
        }
        if (ServiceSpec.needsHealthCheckNodePort(before) && !ServiceSpec.needsHealthCheckNodePort(spec)) {
            dropIfSame("healthCheckNodePort", spec, before);
        }
        if (isBalanced(before) && !isBalanced(spec)) {
            dropIfSame("allocateLoadBalancerNodePorts", spec, before);
            dropIfSame("loadBalancerClass", spec, before);
        }
        if (ServiceSpec.reachableFromOutside(before) && !ServiceSpec.reachableFromOutside(spec)) {
            dropIfSame("externalTrafficPolicy", spec, before);
        }
    }

    private static boolean isBalanced(JsonObject spec) {
        return spec.textOr("type", "").equals(ServiceSpec.LOAD_BALANCER);
    }

    private static boolean noNewNodePorts(JsonObject spec, JsonObject before) {
        Set<Long> known = nodePorts(before);
        return known.containsAll(nodePorts(spec));
    }

    private static Set<Long> nodePorts(JsonObject spec) {
        Set<Long> ports = new HashSet<>();
        Fields.each(spec, "ports", port -> {
            if (Fields.isSet(port, "nodePort")) {
                ports.add(port.integerOr("nodePort", 0));
            }
        });
        return ports;
    }

    private static void dropIfSame(String field, JsonObject spec, JsonObject before) {
        if (same(field, spec, before)) {
            spec.remove(field);
        }
    }

    private static boolean same(String field, JsonObject spec, JsonObject before) {
        return Objects.equals(spec.get(field), before.get(field));
    }
}
