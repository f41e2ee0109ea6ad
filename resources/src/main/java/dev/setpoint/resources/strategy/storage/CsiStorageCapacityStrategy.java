package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Quantities;
import java.util.List;
import java.util.Objects;

/// CSIStorageCapacities: how much a driver still has, where.
public final class CsiStorageCapacityStrategy implements KindRules {
    @Override
    public void check(JsonObject capacity, FieldErrors errors) {
        LabelSelectorValidation.check(capacity.object("nodeTopology"), FieldPath.of("nodeTopology"), errors);
        Checks.subdomain(capacity.textOr("storageClassName", ""), FieldPath.of("storageClassName"), errors);
        JsonValue amount = capacity.get("capacity");
        if (amount != null && Quantities.of(amount).signum() < 0) {
            errors.invalid(FieldPath.of("capacity"), Quantities.text(amount), Checks.NOT_NEGATIVE);
        }
    }

    @Override
    public void checkUpdate(JsonObject capacity, JsonObject old, FieldErrors errors) {
        for (String field : List.of("nodeTopology", "storageClassName")) {
            JsonValue value = capacity.get(field);
            if (!Objects.equals(value, old.get(field))) {
                Checks.immutable(value, FieldPath.of(field), errors);
            }
        }
    }
}
