package dev.setpoint.resources.strategy.core;

import dev.setpoint.resources.strategy.KindStrategy;

/// ConfigMaps.
public final class ConfigMapStrategy implements KindStrategy {
    @Override
    public boolean countsGenerations() {
        return false;
    }
}
