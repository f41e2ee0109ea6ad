package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a service must look like. Addresses and node ports that are still to be allocated are no error.
final class ServiceValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> TYPES = List.of(
            ServiceSpec.CLUSTER_IP, ServiceSpec.EXTERNAL_NAME, ServiceSpec.LOAD_BALANCER, ServiceSpec.NODE_PORT);
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");
    private static final List<String> POLICIES = List.of("Cluster", "Local");
    private static final List<String> DISTRIBUTIONS = List.of("PreferClose", "PreferSameZone", "PreferSameNode");
    private static final long MAX_AFFINITY_SECONDS = 86_400;
    private static final String BALANCED_ONLY = "may only be used when `type` is 'LoadBalancer'";

    private final JsonObject spec;
    private final JsonObject before;
    private final FieldErrors errors;

    /// @param before the spec as it was; empty for a new service
    ServiceValidation(JsonObject spec, JsonObject before, FieldErrors errors) {
        this.spec = spec;
        this.before = before;
        this.errors = errors;
    }

    void check() {
        boolean headless = ServiceSpec.isHeadless(spec);
        String type = spec.textOr("type", "");
        if (!Fields.isSet(spec, "ports") && !headless && !type.equals(ServiceSpec.EXTERNAL_NAME)) {
            errors.required(SPEC.child("ports"), "");
        }
        type(type, headless);
        Set<String> names = new HashSet<>();
        boolean named = Fields.size(spec, "ports") > 1;
        Fields.each(spec, "ports", SPEC, (port, at) -> port(port, named, names, at));
        ObjectMetaValidation.labels(spec.object("selector"), SPEC.child("selector"), errors);
        affinity();
        new ServiceAddresses(spec, before, errors).check();
        externalAddresses();
        Checks.requiredOneOf(spec, "type", TYPES, SPEC, errors);
        nodePorts(type);
        duplicatePorts();
        loadBalancer(type.equals(ServiceSpec.LOAD_BALANCER));
        policies(type);
    }

    private void type(String type, boolean headless) {
        switch (type) {
            case ServiceSpec.LOAD_BALANCER, ServiceSpec.NODE_PORT -> {
                if (headless) {
                    errors.invalid(
                            SPEC.child("clusterIPs").index(0),
                            ServiceSpec.HEADLESS,
                            "may not be set to 'None' for " + type + " services");
                }
            }
            case ServiceSpec.EXTERNAL_NAME -> {
                for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
                    if (Fields.isSet(spec, field)) {
                        errors.forbidden(SPEC.child(field), "may not be set for ExternalName services");
                    }
                }
                String name = spec.textOr("externalName", "");
                String domain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
                if (domain.isEmpty()) {
                    errors.required(SPEC.child("externalName"), "");
                } else {
                    Checks.subdomain(domain, SPEC.child("externalName"), errors);
                }
            }
            default -> {}
        }
    }

    private void port(JsonObject port, boolean named, Set<String> names, FieldPath path) {
        String name = port.textOr("name", "");
        if (!name.isEmpty()) {
            Checks.label(name, path.child("name"), errors);
            if (!names.add(name)) {
                errors.duplicate(path.child("name"), name);
            }
        } else if (named) {
            errors.required(path.child("name"), "");
        }
        Checks.portNumber(port.integerOr("port", 0), path.child("port"), errors);
        Checks.requiredOneOf(port, "protocol", PROTOCOLS, path, errors);
        Checks.port(port.get("targetPort"), path.child("targetPort"), errors);
        if (port.has("appProtocol")) {
            Checks.labelKey(port.textOr("appProtocol", ""), path.child("appProtocol"), errors);
        }
    }

    private void affinity() {
        Checks.requiredOneOf(spec, "sessionAffinity", AFFINITIES, SPEC, errors);
        FieldPath path = SPEC.child("sessionAffinityConfig");
        String affinity = spec.textOr("sessionAffinity", "");
        if (affinity.equals("None") && spec.has("sessionAffinityConfig")) {
            errors.forbidden(path, "must not be set when session affinity is None");
        }
        if (affinity.equals("ClientIP")
                && spec.at("sessionAffinityConfig", "clientIP", "timeoutSeconds") instanceof JsonInteger(long seconds)
                && (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS)) {
            errors.invalid(
                    path.child("clientIP").child("timeoutSeconds"),
                    seconds,
                    "must be greater than 0 and less than " + MAX_AFFINITY_SECONDS);
        }
    }

    private void externalAddresses() {
        List<String> known = Fields.texts(before, "externalIPs");
        List<String> addresses = Fields.texts(spec, "externalIPs");
        for (int i = 0; i < addresses.size(); i++) {
            FieldPath path = SPEC.child("externalIPs").index(i);
            int mistakes = errors.size();
            AddressValidation.address(addresses.get(i), known, path, errors);
            if (errors.size() == mistakes) {
                AddressValidation.endpoint(addresses.get(i), path, errors);
            }
        }
    }

    private void nodePorts(String type) {
        if (type.equals(ServiceSpec.CLUSTER_IP)) {
            Fields.each(spec, "ports", SPEC, (port, at) -> {
                if (Fields.isSet(port, "nodePort")) {
                    errors.forbidden(at.child("nodePort"), "may not be used when `type` is 'ClusterIP'");
                }
            });
        }
        Set<String> seen = new HashSet<>();
        Fields.each(spec, "ports", SPEC, (port, at) -> {
            long number = port.integerOr("nodePort", 0);
            if (number != 0 && !seen.add(port.textOr("protocol", "") + "/" + number)) {
                errors.duplicateShown(at.child("nodePort"), Long.toString(number));
            }
        });
    }

    private void duplicatePorts() {
        Set<String> seen = new HashSet<>();
        Fields.each(spec, "ports", SPEC, (port, at) -> {
            String protocol = port.textOr("protocol", "");
            long number = port.integerOr("port", 0);
            if (!seen.add(protocol + "/" + number)) {
                errors.duplicateShown(
                        at,
                        "{\"Name\":\"\",\"Protocol\":\"" + protocol + "\",\"AppProtocol\":null,\"Port\":" + number
                                + ",\"TargetPort\":0,\"NodePort\":0}");
            }
        });
    }

    private void loadBalancer(boolean balanced) {
        List<String> ranges = Fields.texts(spec, "loadBalancerSourceRanges");
        FieldPath path = SPEC.child("LoadBalancerSourceRanges");
        if (!ranges.isEmpty() && !balanced) {
            errors.forbidden(path, BALANCED_ONLY);
        }
        List<String> known = Fields.texts(before, "loadBalancerSourceRanges").stream()
                .map(String::strip)
                .toList();
        for (int i = 0; i < ranges.size(); i++) {
            AddressValidation.range(ranges.get(i).strip(), known, path.index(i), errors);
        }
        if (!balanced && spec.has("allocateLoadBalancerNodePorts")) {
            errors.forbidden(SPEC.child("allocateLoadBalancerNodePorts"), BALANCED_ONLY);
        }
        if (spec.has("loadBalancerClass")) {
            FieldPath at = SPEC.child("loadBalancerClass");
            if (balanced) {
                Checks.labelKey(spec.textOr("loadBalancerClass", ""), at, errors);
            } else {
                errors.forbidden(at, BALANCED_ONLY);
            }
        }
    }

    private void policies(String type) {
        String external = spec.textOr("externalTrafficPolicy", "");
        FieldPath path = SPEC.child("externalTrafficPolicy");
        if (ServiceSpec.reachableFromOutside(spec)) {
            Checks.requiredOneOf(spec, "externalTrafficPolicy", POLICIES, SPEC, errors);
        } else if (!external.isEmpty()) {
            errors.invalid(path, external, "may only be set for externally-accessible services");
        }
        long port = spec.integerOr("healthCheckNodePort", 0);
        if (port != 0) {
            if (ServiceSpec.needsHealthCheckNodePort(spec)) {
                Checks.portNumber(port, SPEC.child("healthCheckNodePort"), errors);
            } else {
                errors.invalid(
                        SPEC.child("healthCheckNodePort"),
                        port,
                        "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
            }
        }
        if (!spec.has("internalTrafficPolicy") && TYPES.contains(type) && !type.equals(ServiceSpec.EXTERNAL_NAME)) {
            errors.required(SPEC.child("internalTrafficPolicy"), "");
        }
        Checks.oneOf(spec, "internalTrafficPolicy", POLICIES, SPEC, errors);
        Checks.oneOf(spec, "trafficDistribution", DISTRIBUTIONS, SPEC, errors);
    }
}
