package dev.setpoint.resources.strategy.resource;

import dev.setpoint.resources.strategy.KindStrategy;

/// ResourceSlices: the devices that a driver offers.
public final class ResourceSliceStrategy implements KindStrategy {
    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
