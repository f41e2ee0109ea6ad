package dev.setpoint.resources.strategy.resource;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import java.util.LinkedHashMap;
import java.util.Map;

/// ResourceSlices: the devices that a driver offers.
public final class ResourceSliceStrategy implements KindStrategy {
    @Override
    public Map<String, String> selectableFields(JsonObject slice) {
        Map<String, String> fields = LinkedHashMap.newLinkedHashMap(2);
        fields.put("spec.nodeName", Fields.text(slice, "spec", "nodeName"));
        fields.put("spec.driver", Fields.text(slice, "spec", "driver"));
        return fields;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
