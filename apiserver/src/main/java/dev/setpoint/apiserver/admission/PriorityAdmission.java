package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Turns the name of a pod's priority class into its number, and lets one class alone be the default.
final class PriorityAdmission implements AdmissionPlugin {
    private static final String CLASSES = "priorityclasses.scheduling.k8s.io";
    private static final String DEFAULT_POLICY = "PreemptLowerPriority";

    @Override
    public String name() {
        return "Priority";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (attempt.concerns(Operation.CREATE, "pods")) {
            resolve(attempt, attempt.object().child("spec"));
        } else if (attempt.concerns(Operation.UPDATE, "pods") && attempt.gives("spec")) {
            keep(attempt.object().child("spec"), attempt.old().child("spec"));
        }
    }

    private static void resolve(AdmissionAttempt attempt, JsonObject spec) {
        JsonObject priorityClass = new JsonObject();
        String wanted = spec.textOr("priorityClassName", "");
        if (wanted.isEmpty()) {
            Optional<JsonObject> byDefault = globalDefault(attempt);
            if (byDefault.isPresent()) {
                priorityClass = byDefault.get();
                spec.put("priorityClassName", priorityClass.child("metadata").textOr("name", ""));
            }
        } else {
            priorityClass = attempt.find(new Key(CLASSES, "", wanted))
                    .map(attempt::tree)
                    .orElseThrow(() -> attempt.forbidden("no PriorityClass with name " + wanted + " was found"));
        }
        long priority = priorityClass.integerOr("value", 0);
        if (spec.has("priority") && spec.integerOr("priority", 0) != priority) {
            throw attempt.forbidden("the integer value of priority (" + spec.integerOr("priority", 0)
                    + ") must not be provided in pod spec; priority admission controller computed " + priority
                    + " from the given PriorityClass name");
        }
        spec.put("priority", priority);
        String policy = priorityClass.textOr("preemptionPolicy", DEFAULT_POLICY);
        String given = spec.textOr("preemptionPolicy", policy);
        if (!given.equals(policy)) {
            throw attempt.forbidden("the string value of PreemptionPolicy (" + given
                    + ") must not be provided in pod spec; priority admission controller computed " + policy
                    + " from the given PriorityClass name");
        }
        spec.put("preemptionPolicy", policy);
    }

    /// What was resolved once stays, also when a writer leaves it out.
    private static void keep(JsonObject spec, JsonObject before) {
        for (String field : List.of("priority", "preemptionPolicy")) {
            JsonValue value = before.get(field);
            if (value != null) {
                spec.putIfAbsent(field, value);
            }
        }
    }

    @Override
    public void validate(AdmissionAttempt attempt) {
        boolean written = attempt.concerns(Operation.CREATE, CLASSES) || attempt.concerns(Operation.UPDATE, CLASSES);
        if (!written || !attempt.object().booleanOr("globalDefault", false)) {
            return;
        }
        globalDefault(attempt)
                .map(other -> other.child("metadata").textOr("name", ""))
                .filter(other -> !other.equals(attempt.key().name()))
                .ifPresent(other -> {
                    throw attempt.forbidden(
                            "PriorityClass " + other + " is already marked as default. Only one default can exist");
                });
    }

    /// Should two have slipped in side by side, the lower one counts.
    private static Optional<JsonObject> globalDefault(AdmissionAttempt attempt) {
        return attempt.list(CLASSES, "").stream()
                .filter(each -> each.booleanOr("globalDefault", false))
                .min(Comparator.comparingLong(each -> each.integerOr("value", 0)));
    }
}
