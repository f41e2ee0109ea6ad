package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Shown;
import java.util.Objects;

/// Services. Addresses and node ports that the author left open are allocated by the API server; everything that
/// follows from the object alone is done here.
public final class ServiceStrategy implements Defaults, Preparation, KindRules {
    private static final JsonValue TCP = JsonValue.of("TCP");
    private static final JsonValue CLUSTER = JsonValue.of("Cluster");
    private static final long AFFINITY_SECONDS = 10_800;

    @Override
    public void applyDefaults(JsonObject service) {
        JsonObject spec = service.child("spec");
        Fields.fill(spec, "sessionAffinity", JsonValue.of("None"));
        sessionAffinityConfig(spec);
        Fields.fill(spec, "type", JsonValue.of(ServiceSpec.CLUSTER_IP));
        Fields.each(spec, "ports", ServiceStrategy::port);
        if (ServiceSpec.reachableFromOutside(spec)) {
            Fields.fill(spec, "externalTrafficPolicy", CLUSTER);
        }
        String type = spec.textOr("type", "");
        boolean balanced = type.equals(ServiceSpec.LOAD_BALANCER);
        if (balanced || type.equals(ServiceSpec.NODE_PORT) || type.equals(ServiceSpec.CLUSTER_IP)) {
            spec.putIfAbsent("internalTrafficPolicy", CLUSTER);
        }
        if (balanced) {
            spec.putIfAbsent("allocateLoadBalancerNodePorts", JsonValue.of(true));
            loadBalancerStatus(service);
        }
    }

    private static void sessionAffinityConfig(JsonObject spec) {
        switch (spec.textOr("sessionAffinity", "")) {
            case "None" -> spec.remove("sessionAffinityConfig");
            case "ClientIP" -> {
                if (spec.at("sessionAffinityConfig", "clientIP", "timeoutSeconds") == null) {
                    JsonObject client = new JsonObject().put("timeoutSeconds", AFFINITY_SECONDS);
                    spec.put("sessionAffinityConfig", new JsonObject().put("clientIP", client));
                }
            }
            default -> {}
        }
    }

    private static void port(JsonObject port) {
        Fields.fill(port, "protocol", TCP);
        JsonValue number = port.get("port");
        if (number != null) {
            Fields.fill(port, "targetPort", number);
        }
    }

    private static void loadBalancerStatus(JsonObject service) {
        if (service.at("status", "loadBalancer") instanceof JsonObject balancer) {
            Fields.each(balancer, "ingress", ingress -> {
                if (Fields.isSet(ingress, "ip")) {
                    ingress.putIfAbsent("ipMode", JsonValue.of("VIP"));
                }
            });
        }
    }

    @Override
    public JsonObject initialStatus(JsonObject service) {
        return new JsonObject().put("loadBalancer", new JsonObject());
    }

    @Override
    public void prepareForCreate(JsonObject service) {
        Preparation.super.prepareForCreate(service);
        JsonObject spec = service.child("spec");
        if (Fields.isSet(spec, "clusterIP") && !Fields.isSet(spec, "clusterIPs")) {
            spec.put("clusterIPs", JsonArray.of(JsonValue.of(spec.textOr("clusterIP", ""))));
        }
        ServiceFamilies.fill(spec, new JsonObject());
    }

    @Override
    public void prepareForUpdate(JsonObject service, JsonObject old) {
        Preparation.super.prepareForUpdate(service, old);
        JsonObject spec = service.child("spec");
        JsonObject before = old.child("spec");
        ServiceTypeChange.keepAllocated(spec, before);
        ServiceTypeChange.alignClusterAddresses(spec, before);
        ServiceFamilies.fill(spec, before);
        ServiceTypeChange.dropWhatTheTypeHasNot(spec, before);
        if (!spec.textOr("type", "").equals(ServiceSpec.LOAD_BALANCER)) {
            JsonObject status = service.child("status").copy();
            service.put("status", status.put("loadBalancer", new JsonObject()));
        }
    }

    @Override
    public void check(JsonObject service, FieldErrors errors) {
        new ServiceValidation(service.child("spec"), new JsonObject(), errors).check();
    }

    @Override
    public void checkUpdate(JsonObject service, JsonObject old, FieldErrors errors) {
        JsonObject spec = service.child("spec");
        JsonObject before = old.child("spec");
        FieldPath path = FieldPath.of("spec");
        new ServiceAddresses(spec, before, errors).checkUpdate();
        boolean balanced = spec.textOr("type", "").equals(ServiceSpec.LOAD_BALANCER);
        if (balanced
                && before.textOr("type", "").equals(ServiceSpec.LOAD_BALANCER)
                && !Objects.equals(spec.get("loadBalancerClass"), before.get("loadBalancerClass"))) {
            errors.invalidShown(
                    path.child("loadBalancerClass"),
                    Shown.value(spec.get("loadBalancerClass")),
                    "may not change once set");
        }
        if (ServiceSpec.needsHealthCheckNodePort(before)
                && ServiceSpec.needsHealthCheckNodePort(spec)
                && spec.integerOr("healthCheckNodePort", 0) != before.integerOr("healthCheckNodePort", 0)) {
            errors.forbidden(path.child("healthCheckNodePort"), "field is immutable");
        }
        new ServiceValidation(spec, before, errors).check();
    }

    @Override
    public void checkStatusUpdate(JsonObject service, JsonObject old, FieldErrors errors) {
        LoadBalancerStatus.ofService(service, old, errors);
    }
}
