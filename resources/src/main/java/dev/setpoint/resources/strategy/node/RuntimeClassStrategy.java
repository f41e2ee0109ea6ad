package dev.setpoint.resources.strategy.node;

import dev.setpoint.resources.strategy.KindStrategy;

/// RuntimeClasses.
public final class RuntimeClassStrategy implements KindStrategy {
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
