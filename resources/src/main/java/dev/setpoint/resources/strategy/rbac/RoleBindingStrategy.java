package dev.setpoint.resources.strategy.rbac;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.NameRule;

/// RoleBindings and ClusterRoleBindings.
public final class RoleBindingStrategy implements KindStrategy {
    static final String GROUP = "rbac.authorization.k8s.io";

    @Override
    public void applyDefaults(JsonObject binding) {
        Fields.fill(binding.child("roleRef"), "apiGroup", JsonValue.of(GROUP));
        Fields.each(binding, "subjects", RoleBindingStrategy::subject);
    }

    private static void subject(JsonObject subject) {
        String kind = subject.textOr("kind", "");
        if (kind.equals("User") || kind.equals("Group")) {
            Fields.fill(subject, "apiGroup", JsonValue.of(GROUP));
        }
    }

    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return true;
    }
}
