package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IpAddress;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;

/// Ingresses.
public final class IngressStrategy implements Preparation, KindRules, KindWarnings {
    private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";
    private static final FieldPath BALANCER = FieldPath.of("status").child("loadBalancer");

    @Override
    public void check(JsonObject ingress, FieldErrors errors) {
        new IngressValidation(errors, false, false).check(ingress.child("spec"));
        String annotated = Fields.text(ingress, "metadata", "annotations", CLASS_ANNOTATION);
        if (ingress.at("metadata", "annotations", CLASS_ANNOTATION) != null
                && ingress.at("spec", "ingressClassName") instanceof JsonString(String name)
                && !annotated.equals(name)) {
            errors.invalid(
                    FieldPath.of("annotations").child(CLASS_ANNOTATION),
                    annotated,
                    "must match `ingressClassName` when both are specified");
        }
    }

    @Override
    public void checkUpdate(JsonObject ingress, JsonObject old, FieldErrors errors) {
        JsonObject before = old.child("spec");
        boolean keptSecrets = IngressValidation.hasMalformedSecrets(before);
        boolean keptWildcards = IngressValidation.hasMalformedWildcards(before);
        new IngressValidation(errors, keptSecrets, keptWildcards).check(ingress.child("spec"));
    }

    @Override
    public void checkStatusUpdate(JsonObject ingress, JsonObject old, FieldErrors errors) {
        List<String> known = Fields.objects(old.child("status").object("loadBalancer"), "ingress").stream()
                .map(point -> point.textOr("ip", ""))
                .toList();
        Fields.each(ingress.child("status").object("loadBalancer"), "ingress", BALANCER, (point, path) -> {
            String address = point.textOr("ip", "");
            if (!address.isEmpty()) {
                AddressValidation.address(address, known, path.child("ip"), errors);
            }
            String host = point.textOr("hostname", "");
            if (!host.isEmpty()) {
                Checks.subdomain(host, path.child("hostname"), errors);
                if (IpAddress.parse(host) != null) {
                    errors.invalid(path.child("hostname"), host, "must be a DNS name, not an IP address");
                }
            }
        });
    }

    @Override
    public JsonObject initialStatus(JsonObject ingress) {
        return new JsonObject().put("loadBalancer", new JsonObject());
    }

    @Override
    public List<String> warnings(JsonObject ingress) {
        boolean deprecated = ingress.at("metadata", "annotations", CLASS_ANNOTATION) != null
                && ingress.at("spec", "ingressClassName") == null;
        return deprecated
                ? List.of("annotation " + Quoted.of(CLASS_ANNOTATION)
                        + " is deprecated, please use 'spec.ingressClassName' instead")
                : List.of();
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject ingress, JsonObject old) {
        return List.of();
    }
}
