package dev.setpoint.apiserver.bootstrap;

import dev.setpoint.apiserver.authz.PolicyRule;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.List;
import java.util.Optional;

/// What becomes of a default role or binding that is there already: what it lacks is added, what somebody
/// added stays. Whoever sets its annotation `rbac.authorization.kubernetes.io/autoupdate` to false keeps it
/// as it is. Pure.
final class RoleReconciliation {
    private static final String AUTOUPDATE = "rbac.authorization.kubernetes.io/autoupdate";

    private RoleReconciliation() {}

    sealed interface Step {
        record Update(JsonObject object) implements Step {}

        /// A binding's role cannot be changed.
        record Replace() implements Step {}
    }

    /// Empty when nothing has to be done.
    static Optional<Step> plan(JsonObject expected, JsonObject existing) {
        JsonObject annotations = existing.child("metadata").child("annotations");
        if (annotations.textOr(AUTOUPDATE, "").equals("false")) {
            return Optional.empty();
        }
        if (expected.has("roleRef") && !expected.child("roleRef").equals(existing.child("roleRef"))) {
            return Optional.of(new Step.Replace());
        }
        JsonObject repaired = existing.copy();
        for (String field : List.of("labels", "annotations")) {
            JsonObject present = repaired.child("metadata").child(field);
            expected.child("metadata").child(field).forEach(present::putIfAbsent);
        }
        List<PolicyRule> missing =
                PolicyRule.missing(PolicyRule.of(existing, "rules"), PolicyRule.of(expected, "rules"));
        missing.forEach(rule -> array(repaired, "rules").add(rule.toJson()));
        addMissing(expected, repaired, "subjects");
        JsonObject aggregation = expected.object("aggregationRule");
        if (aggregation != null) {
            addMissing(aggregation, repaired.child("aggregationRule"), "clusterRoleSelectors");
        }
        return repaired.equals(existing) ? Optional.empty() : Optional.of(new Step.Update(repaired));
    }

    private static void addMissing(JsonObject expected, JsonObject repaired, String field) {
        JsonArray wanted = expected.array(field);
        if (wanted == null) {
            return;
        }
        JsonArray present = array(repaired, field);
        for (JsonValue value : wanted) {
            if (!present.contains(value)) {
                present.add(value);
            }
        }
    }

    private static JsonArray array(JsonObject object, String field) {
        JsonArray found = object.array(field);
        if (found != null) {
            return found;
        }
        JsonArray made = new JsonArray();
        object.put(field, made);
        return made;
    }
}
