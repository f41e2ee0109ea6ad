package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;

/// IngressClasses.
public final class IngressClassStrategy implements Defaults, KindRules {
    private static final int CONTROLLER_BYTES = 250;
    private static final String PATH_CHARACTERS = "/-._~%!$&'()*+,;=:";
    private static final FieldPath SPEC = FieldPath.of("spec");

    @Override
    public void applyDefaults(JsonObject ingressClass) {
        if (ingressClass.at("spec", "parameters") instanceof JsonObject parameters) {
            parameters.putIfAbsent("scope", JsonValue.of("Cluster"));
        }
    }

    @Override
    public void check(JsonObject ingressClass, FieldErrors errors) {
        JsonObject spec = ingressClass.child("spec");
        controller(spec.textOr("controller", ""), SPEC.child("controller"), errors);
        JsonObject parameters = spec.object("parameters");
        if (parameters != null) {
            FieldPath path = SPEC.child("parameters");
            ReferenceValidation.check(parameters, path, errors);
            scope(parameters, path, errors);
        }
    }

    /// A path below a domain: `example.com/controller`.
    private static void controller(String controller, FieldPath path, FieldErrors errors) {
        if (Formats.bytes(controller) > CONTROLLER_BYTES) {
            errors.tooLong(path, CONTROLLER_BYTES);
        }
        if (controller.isEmpty()) {
            errors.required(path, "");
            return;
        }
        int slash = controller.indexOf('/');
        if (slash <= 0 || slash == controller.length() - 1) {
            errors.invalid(path, controller, "must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        Checks.subdomain(controller.substring(0, slash), path, errors);
        String rest = controller.substring(slash + 1);
        boolean sound = rest.chars()
                .allMatch(each -> (each >= 'a' && each <= 'z')
                        || (each >= 'A' && each <= 'Z')
                        || (each >= '0' && each <= '9')
                        || PATH_CHARACTERS.indexOf(each) >= 0);
        if (!sound) {
            errors.invalid(
                    path, rest, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
        }
    }

    private static void scope(JsonObject parameters, FieldPath path, FieldErrors errors) {
        String scope = parameters.textOr("scope", "");
        switch (scope) {
            case "Cluster" -> {
                if (parameters.has("namespace")) {
                    errors.forbidden(path.child("namespace"), "`parameters.scope` is set to 'Cluster'");
                }
            }
            case "Namespace" -> {
                if (parameters.get("namespace") instanceof JsonString(String namespace)) {
                    Checks.label(namespace, path.child("namespace"), errors);
                } else {
                    errors.required(path.child("namespace"), "`parameters.scope` is set to 'Namespace'");
                }
            }
            default -> errors.notSupported(path.child("scope"), scope, List.of("Cluster", "Namespace"));
        }
    }

    @Override
    public void checkUpdate(JsonObject ingressClass, JsonObject old, FieldErrors errors) {
        Checks.immutable(ingressClass.child("spec"), old.child("spec"), "controller", SPEC, errors);
        check(ingressClass, errors);
    }
}
