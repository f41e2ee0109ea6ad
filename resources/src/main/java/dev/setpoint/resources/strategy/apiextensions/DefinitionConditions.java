package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import org.jspecify.annotations.Nullable;

/// The conditions in the status of a definition.
public final class DefinitionConditions {
    public static final String ESTABLISHED = "Established";
    public static final String NAMES_ACCEPTED = "NamesAccepted";
    public static final String TERMINATING = "Terminating";
    public static final String NON_STRUCTURAL = "NonStructuralSchema";
    public static final String APPROVAL = "KubernetesAPIApprovalPolicyConformant";

    private DefinitionConditions() {}

    /// @param status `True` or `False`
    public record Condition(String type, String status, String reason, String message) {}

    public static @Nullable JsonObject find(JsonObject definition, String type) {
        for (JsonObject condition : Fields.objects(definition.object("status"), "conditions")) {
            if (condition.textOr("type", "").equals(type)) {
                return condition;
            }
        }
        return null;
    }

    public static boolean isTrue(JsonObject definition, String type) {
        JsonObject condition = find(definition, type);
        return condition != null && condition.textOr("status", "").equals("True");
    }

    /// Sets a condition in place. The time is that of the last change of its status.
    public static void set(JsonObject definition, Condition wanted, String now) {
        JsonObject present = find(definition, wanted.type());
        if (present == null) {
            present = new JsonObject().put("type", wanted.type());
            conditions(definition).add(present);
        }
        if (!present.textOr("status", "").equals(wanted.status())) {
            present.put("lastTransitionTime", now);
        }
        present.put("status", wanted.status()).put("reason", wanted.reason()).put("message", wanted.message());
    }

    public static void remove(JsonObject definition, String type) {
        conditions(definition)
                .removeIf(condition -> condition instanceof JsonObject object
                        && object.get("type") instanceof JsonValue.JsonString(String text)
                        && text.equals(type));
    }

    private static JsonArray conditions(JsonObject definition) {
        JsonObject status = definition.child("status");
        JsonArray conditions = status.array("conditions");
        if (conditions == null) {
            conditions = new JsonArray();
            status.put("conditions", conditions);
        }
        return conditions;
    }
}
