package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.KindStrategy;

/// StorageClasses.
public final class StorageClassStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject storageClass) {
        storageClass.putIfAbsent("reclaimPolicy", JsonValue.of("Delete"));
        storageClass.putIfAbsent("volumeBindingMode", JsonValue.of("Immediate"));
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
