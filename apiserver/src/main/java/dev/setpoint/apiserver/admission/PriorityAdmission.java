package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Admission;
import dev.setpoint.apiserver.registry.Review;
import dev.setpoint.apiserver.registry.Review.Operation;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Turns the name of a pod's priority class into its number, and lets one class alone be the default.
final class PriorityAdmission implements Admission {
    private static final String CLASSES = "priorityclasses.scheduling.k8s.io";
    private static final String DEFAULT_POLICY = "PreemptLowerPriority";

    @Override
    public String name() {
        return "Priority";
    }

    @Override
    public void mutate(Review review) {
        if (review.concerns(Operation.CREATE, "pods")) {
            resolve(review, review.object().child("spec"));
        } else if (review.concerns(Operation.UPDATE, "pods") && review.gives("spec")) {
            keep(review.object().child("spec"), review.old().child("spec"));
        }
    }

    private static void resolve(Review review, JsonObject spec) {
        JsonObject priorityClass = new JsonObject();
        String wanted = spec.textOr("priorityClassName", "");
        if (wanted.isEmpty()) {
            Optional<JsonObject> byDefault = globalDefault(review);
            if (byDefault.isPresent()) {
                priorityClass = byDefault.get();
                spec.put("priorityClassName", priorityClass.child("metadata").textOr("name", ""));
            }
        } else {
            priorityClass = review.find(new Key(CLASSES, "", wanted))
                    .map(Review::tree)
                    .orElseThrow(() -> review.forbidden("no PriorityClass with name " + wanted + " was found"));
        }
        long priority = priorityClass.integerOr("value", 0);
        if (spec.has("priority") && spec.integerOr("priority", 0) != priority) {
            throw review.forbidden("the integer value of priority (" + spec.integerOr("priority", 0)
                    + ") must not be provided in pod spec; priority admission controller computed " + priority
                    + " from the given PriorityClass name");
        }
        spec.put("priority", priority);
        String policy = priorityClass.textOr("preemptionPolicy", DEFAULT_POLICY);
        String given = spec.textOr("preemptionPolicy", policy);
        if (!given.equals(policy)) {
            throw review.forbidden("the string value of PreemptionPolicy (" + given
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
    public void validate(Review review) {
        boolean written = review.concerns(Operation.CREATE, CLASSES) || review.concerns(Operation.UPDATE, CLASSES);
        if (!written || !review.object().booleanOr("globalDefault", false)) {
            return;
        }
        globalDefault(review)
                .map(other -> other.child("metadata").textOr("name", ""))
                .filter(other -> !other.equals(review.key().name()))
                .ifPresent(other -> {
                    throw review.forbidden(
                            "PriorityClass " + other + " is already marked as default. Only one default can exist");
                });
    }

    /// Should two have slipped in side by side, the lower one counts.
    private static Optional<JsonObject> globalDefault(Review review) {
        return review.list(CLASSES, "").stream()
                .filter(each -> each.booleanOr("globalDefault", false))
                .min(Comparator.comparingLong(each -> each.integerOr("value", 0)));
    }
}
