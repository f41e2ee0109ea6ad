package dev.setpoint.resources.strategy.coordination;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;

/// Leases.
public final class LeaseStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject lease) {
        lease.child("spec");
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return true;
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }
}
