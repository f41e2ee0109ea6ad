package dev.setpoint.resources.strategy.scheduling;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// PriorityClasses.
public final class PriorityClassStrategy implements Defaults, DesiredState, KindRules {
    private static final String RESERVED = "system-";
    private static final long MOST = 1_000_000_000;
    private static final Map<String, Long> SYSTEM =
            Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);
    private static final FieldPath VALUE = FieldPath.of("value");

    @Override
    public void applyDefaults(JsonObject priorityClass) {
        priorityClass.putIfAbsent("preemptionPolicy", JsonValue.of("PreemptLowerPriority"));
    }

    @Override
    public void check(JsonObject priorityClass, FieldErrors errors) {
        String name = Fields.text(priorityClass, "metadata", "name");
        long value = priorityClass.integerOr("value", 0);
        if (name.startsWith(RESERVED)) {
            String mistake = systemMistake(name, value, priorityClass.booleanOr("globalDefault", false));
            if (mistake != null) {
                errors.forbidden(
                        FieldPath.of("metadata").child("name"),
                        "priority class names with '" + RESERVED + "' prefix are reserved for system use only. error: "
                                + mistake);
            }
        } else if (value > MOST) {
            errors.forbidden(VALUE, "maximum allowed value of a user defined priority is " + MOST);
        }
        policy(priorityClass.textOr("preemptionPolicy", ""), errors);
    }

    private static @Nullable String systemMistake(String name, long value, boolean globalDefault) {
        Long expected = SYSTEM.get(name);
        if (expected == null) {
            return name + " is not a known system priority class";
        }
        if (expected != value) {
            return "value of " + name + " PriorityClass must be " + expected;
        }
        return globalDefault ? "globalDefault of " + name + " PriorityClass must be false" : null;
    }

    private static void policy(String policy, FieldErrors errors) {
        FieldPath path = FieldPath.of("preemptionPolicy");
        switch (policy) {
            case "PreemptLowerPriority", "Never" -> {}
            case "" -> errors.required(path, "");
            default -> errors.notSupported(path, policy, List.of("PreemptLowerPriority", "Never"));
        }
    }

    @Override
    public void checkUpdate(JsonObject priorityClass, JsonObject old, FieldErrors errors) {
        if (priorityClass.integerOr("value", 0) != old.integerOr("value", 0)) {
            errors.forbidden(VALUE, "may not be changed in an update.");
        }
        JsonValue policy = priorityClass.get("preemptionPolicy");
        if (policy == null || !policy.equals(old.get("preemptionPolicy"))) {
            Checks.immutable(policy, FieldPath.of("preemptionPolicy"), errors);
        }
    }

    /// A PriorityClass never changes what it asks for.
    @Override
    public boolean changesDesiredState(JsonObject priorityClass, JsonObject old) {
        return false;
    }
}
