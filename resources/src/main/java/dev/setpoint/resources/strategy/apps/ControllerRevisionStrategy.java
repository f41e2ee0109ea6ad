package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Shown;
import java.util.Objects;

/// ControllerRevisions: what a set looked like at one time, for ever.
public final class ControllerRevisionStrategy implements KindRules {
    private static final FieldPath DATA = FieldPath.of("data");

    @Override
    public void check(JsonObject revision, FieldErrors errors) {
        number(revision, errors);
        JsonValue data = revision.get("data");
        if (data == null || data == JsonNull.NULL) {
            errors.required(DATA, "data is mandatory");
        } else if (!(data instanceof JsonObject)) {
            errors.required(DATA, "data must be a valid JSON object");
        }
    }

    private static void number(JsonObject revision, FieldErrors errors) {
        if (revision.integerOr("revision", 0) < 0) {
            errors.invalid(FieldPath.of("revision"), revision.integerOr("revision", 0), Checks.NOT_NEGATIVE);
        }
    }

    @Override
    public void checkUpdate(JsonObject revision, JsonObject old, FieldErrors errors) {
        number(revision, errors);
        if (!Objects.equals(revision.get("data"), old.get("data"))) {
            errors.invalidShown(DATA, Shown.value(revision.get("data")), Checks.IMMUTABLE);
        }
    }
}
