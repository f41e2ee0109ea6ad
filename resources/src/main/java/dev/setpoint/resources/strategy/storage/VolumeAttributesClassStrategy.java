package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import java.util.Objects;

/// VolumeAttributesClasses.
public final class VolumeAttributesClassStrategy implements KindRules {
    private static final FieldPath PARAMETERS = FieldPath.of("parameters");

    @Override
    public void check(JsonObject attributesClass, FieldErrors errors) {
        StorageClassStrategy.provisioner(attributesClass.textOr("driverName", ""), FieldPath.of("driverName"), errors);
        DriverParameters.check(attributesClass.object("parameters"), PARAMETERS, errors);
        if (!Fields.isSet(attributesClass, "parameters")) {
            errors.required(PARAMETERS, "must contain at least one key/value pair");
        }
    }

    @Override
    public void checkUpdate(JsonObject attributesClass, JsonObject old, FieldErrors errors) {
        for (String field : List.of("driverName", "parameters")) {
            if (!Objects.equals(attributesClass.get(field), old.get(field))) {
                errors.forbidden(FieldPath.of(field), "updates to " + field + " are forbidden.");
            }
        }
        check(attributesClass, errors);
    }
}
