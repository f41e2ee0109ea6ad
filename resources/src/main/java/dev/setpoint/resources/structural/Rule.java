package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import java.util.Optional;

/// One entry of `x-kubernetes-validations`.
///
/// @param rule the CEL expression that has to be true
/// @param message what to say when it is not; may be empty
/// @param messageExpression says it instead, where it can be evaluated; may be empty
/// @param reason the machine's word for the error; empty means `FieldValueInvalid`
/// @param fieldPath of the field to blame, from the place of the rule; empty for that place itself
/// @param optionalOldSelf whether `oldSelf` is there as an optional when there is no old value
public record Rule(
        String rule,
        String message,
        String messageExpression,
        String reason,
        String fieldPath,
        Optional<Boolean> optionalOldSelf) {
    static Rule of(JsonObject json) {
        return new Rule(
                json.textOr("rule", ""),
                json.textOr("message", ""),
                json.textOr("messageExpression", ""),
                json.textOr("reason", ""),
                json.textOr("fieldPath", ""),
                json.get("optionalOldSelf") instanceof JsonBoolean flag ? Optional.of(flag.value()) : Optional.empty());
    }
}
