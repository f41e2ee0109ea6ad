package dev.setpoint.resources.strategy.rbac;

import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.NameRule;

/// Roles and ClusterRoles.
public final class RoleStrategy implements KindStrategy {
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
