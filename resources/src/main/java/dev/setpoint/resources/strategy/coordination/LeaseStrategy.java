package dev.setpoint.resources.strategy.coordination;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;

/// Leases.
public final class LeaseStrategy implements Defaults, KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> STRATEGIES = List.of("OldestEmulationVersion");

    @Override
    public void applyDefaults(JsonObject lease) {
        lease.child("spec");
    }

    @Override
    public void check(JsonObject lease, FieldErrors errors) {
        JsonObject spec = lease.child("spec");
        if (spec.integerOr("leaseDurationSeconds", 1) <= 0) {
            errors.invalid(
                    SPEC.child("leaseDurationSeconds"),
                    spec.integerOr("leaseDurationSeconds", 0),
                    "must be greater than 0");
        }
        Checks.notNegative(spec, "leaseTransitions", SPEC, errors);
        String strategy = spec.textOr("strategy", "");
        if (spec.has("strategy")) {
            FieldPath path = SPEC.child("strategy").child("strategy"); // Kubernetes names it twice.
            if (strategy.indexOf('/') >= 0) {
                Checks.labelKey(strategy, path, errors);
            } else if (!STRATEGIES.contains(strategy)) {
                errors.notSupported(path, strategy, STRATEGIES);
            }
        }
        if (Fields.isSet(spec, "preferredHolder") && strategy.isEmpty()) {
            errors.forbidden(SPEC.child("preferredHolder"), "may only be specified if `strategy` is defined");
        }
    }
}
