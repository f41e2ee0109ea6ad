package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;

/// CSIDrivers.
public final class CsiDriverStrategy implements KindStrategy {
    private static final JsonValue NO = JsonValue.of(false);

    @Override
    public void applyDefaults(JsonObject driver) {
        JsonObject spec = driver.child("spec");
        spec.putIfAbsent("attachRequired", JsonValue.of(true));
        spec.putIfAbsent("podInfoOnMount", NO);
        spec.putIfAbsent("storageCapacity", NO);
        spec.putIfAbsent("fsGroupPolicy", JsonValue.of("ReadWriteOnceWithFSType"));
        spec.putIfAbsent("requiresRepublish", NO);
        spec.putIfAbsent("seLinuxMount", NO);
        if (!Fields.isSet(spec, "volumeLifecycleModes")) {
            spec.put("volumeLifecycleModes", JsonArray.of(JsonValue.of("Persistent")));
        }
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
