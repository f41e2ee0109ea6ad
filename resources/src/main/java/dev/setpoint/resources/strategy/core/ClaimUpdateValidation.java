package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.StructText;
import dev.setpoint.resources.strategy.UnifiedDiff;
import java.util.Objects;

/// What may change in a claim: it finds its volume once, and a bound claim may ask for more.
final class ClaimUpdateValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");

    private ClaimUpdateValidation() {}

    static void check(JsonObject claim, JsonObject old, FieldErrors errors) {
        JsonObject spec = claim.child("spec");
        JsonObject before = old.child("spec");
        JsonObject rest =
                rest(spec, before, Fields.text(claim, "status", "phase").equals("Bound"));
        if (!rest.equals(before)) {
            errors.forbidden(
                    SPEC,
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound"
                            + " claims\n" + UnifiedDiff.of(StructText.of(before), StructText.of(rest)));
        }
        size(spec, before, old, errors);
        if (!Objects.equals(spec.get("volumeMode"), before.get("volumeMode"))) {
            Checks.immutable(spec.get("volumeMode"), FieldPath.of("volumeMode"), errors);
        }
        attributesClass(spec, old, errors);
    }

    private static JsonObject rest(JsonObject spec, JsonObject before, boolean bound) {
        JsonObject rest = spec.copy();
        if (!Fields.isSet(before, "volumeName")) {
            Fields.keep("volumeName", rest, before);
        }
        if (!before.has("storageClassName")) {
            Fields.keep("storageClassName", rest, before);
        }
        if (bound) {
            JsonValue storage = before.at("resources", "requests", "storage");
            if (storage != null && rest.at("resources", "requests") instanceof JsonObject requests) {
                requests.put("storage", storage);
            }
            Fields.keep("volumeAttributesClassName", rest, before);
        }
        return rest;
    }

    /// Less than before is only asked for to recover from an expansion that failed.
    private static void size(JsonObject spec, JsonObject before, JsonObject old, FieldErrors errors) {
        Quantity now = Quantities.of(spec.at("resources", "requests", "storage"));
        Quantity was = Quantities.of(before.at("resources", "requests", "storage"));
        Quantity actual = Quantities.of(old.at("status", "capacity", "storage"));
        if (now.compareTo(was) < 0 && now.compareTo(actual) <= 0) {
            errors.forbidden(
                    SPEC.child("resources").child("requests").child("storage"),
                    "field can not be less than status.capacity");
        }
    }

    private static void attributesClass(JsonObject spec, JsonObject old, FieldErrors errors) {
        boolean same = Objects.equals(
                spec.get("volumeAttributesClassName"), old.child("spec").get("volumeAttributesClassName"));
        if (same || old.at("status", "currentVolumeAttributesClassName") == null) {
            return;
        }
        FieldPath path = SPEC.child("volumeAttributesClassName");
        String when = " is forbidden when status.currentVolumeAttributesClassName is not nil";
        if (!spec.has("volumeAttributesClassName")) {
            errors.forbidden(path, "update to nil" + when);
        } else if (spec.textOr("volumeAttributesClassName", "").isEmpty()) {
            errors.forbidden(path, "update to empty string" + when);
        }
    }
}
