package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the load balancer of a service or of an ingress can be reached.
public final class LoadBalancerStatus {
    private static final List<String> MODES = List.of("Proxy", "VIP");

    private LoadBalancerStatus() {}

    static void ofService(JsonObject service, JsonObject old, FieldErrors errors) {
        JsonObject status = balancer(service);
        FieldPath path = FieldPath.of("status").child("loadBalancer");
        boolean balanced = Fields.text(service, "spec", "type").equals(ServiceSpec.LOAD_BALANCER);
        if (!balanced && status != null && Fields.isSet(status, "ingress")) {
            errors.forbidden(path.child("ingress"), "may only be used when `spec.type` is 'LoadBalancer'");
            return;
        }
        List<String> known = known(balancer(old));
        Fields.each(status, "ingress", path, (ingress, at) -> {
            addressOf(ingress, known, at, errors);
            boolean addressed = Fields.isSet(ingress, "ip");
            if (!ingress.has("ipMode")) {
                if (addressed) {
                    errors.required(at.child("ipMode"), "must be specified when `ip` is set");
                }
            } else if (!addressed) {
                errors.forbidden(at.child("ipMode"), "may not be specified when `ip` is not set");
            } else if (!MODES.contains(ingress.textOr("ipMode", ""))) {
                errors.notSupported(at.child("ipMode"), ingress.textOr("ipMode", ""), MODES);
            }
            hostname(ingress, at, errors);
        });
    }

    public static void ofIngress(JsonObject ingress, JsonObject old, FieldErrors errors) {
        List<String> known = known(balancer(old));
        FieldPath path = FieldPath.of("status").child("loadBalancer");
        Fields.each(balancer(ingress), "ingress", path, (point, at) -> {
            addressOf(point, known, at, errors);
            hostname(point, at, errors);
        });
    }

    private static @Nullable JsonObject balancer(JsonObject object) {
        return object.at("status", "loadBalancer") instanceof JsonObject balancer ? balancer : null;
    }

    private static List<String> known(@Nullable JsonObject balancer) {
        return Fields.objects(balancer, "ingress").stream()
                .map(ingress -> ingress.textOr("ip", ""))
                .toList();
    }

    private static void addressOf(JsonObject ingress, List<String> known, FieldPath path, FieldErrors errors) {
        if (Fields.isSet(ingress, "ip")) {
            AddressValidation.address(ingress.textOr("ip", ""), known, path.child("ip"), errors);
        }
    }

    private static void hostname(JsonObject ingress, FieldPath path, FieldErrors errors) {
        String name = ingress.textOr("hostname", "");
        if (!name.isEmpty()) {
            Checks.subdomain(name, path.child("hostname"), errors);
            if (IpAddress.parse(name) != null) {
                errors.invalid(path.child("hostname"), name, "must be a DNS name, not an IP address");
            }
        }
    }
}
