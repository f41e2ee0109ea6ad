package dev.setpoint.apiserver.actions;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A PodDisruptionBudget as an eviction sees it.
record DisruptionBudget(JsonObject tree) {
    private static final GroupResource RESOURCE = new GroupResource("policy", "poddisruptionbudgets");
    private static final String REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final String CONDITION = "DisruptionAllowed";

    /// More evictions than this must be confirmed by the loop that keeps budgets before there are others.
    private static final int MOST_DISRUPTED = 2000;

    /// Whether a pod that is not ready may go without being paid for.
    boolean sparesUnhealthy() {
        if (tree.child("spec").textOr("unhealthyPodEvictionPolicy", "").equals("AlwaysAllow")) {
            return true;
        }
        return number("desiredHealthy") > 0 && number("currentHealthy") >= number("desiredHealthy");
    }

    /// This budget after one more eviction.
    ///
    /// @throws ApiException when it does not allow one
    JsonObject charged(String pod, Instant now) {
        long generation = tree.child("metadata").integerOr("generation", 0);
        if (number("observedGeneration") < generation) {
            throw tooMany(Duration.ofSeconds(10), "is still being processed by the server.");
        }
        JsonObject disrupted = tree.child("status").object("disruptedPods");
        if (disrupted != null && disrupted.size() > MOST_DISRUPTED) {
            throw new ApiException(new ApiError.Forbidden(
                    RESOURCE,
                    name(),
                    "DisruptedPods map too big - too many evictions not confirmed by PDB controller"));
        }
        long allowed = number("disruptionsAllowed");
        if (allowed <= 0) {
            throw tooMany(Duration.ZERO, why());
        }
        JsonObject charged = tree.copy();
        JsonObject status = charged.child("status").put("disruptionsAllowed", allowed - 1);
        status.child("disruptedPods").put(pod, Timestamps.seconds(now));
        if (allowed == 1) {
            exhaust(status, now);
        }
        return charged;
    }

    private static void exhaust(JsonObject status, Instant now) {
        JsonArray conditions = status.array("conditions");
        if (conditions == null) {
            conditions = new JsonArray();
            status.put("conditions", conditions);
        }
        conditions.removeIf(condition -> condition instanceof JsonObject object
                && object.textOr("type", "").equals(CONDITION));
        conditions.add(new JsonObject()
                .put("lastTransitionTime", Timestamps.seconds(now))
                .put("message", "")
                .put("observedGeneration", status.integerOr("observedGeneration", 0))
                .put("reason", "InsufficientPods")
                .put("status", "False")
                .put("type", CONDITION));
    }

    private String why() {
        JsonArray conditions = tree.child("status").array("conditions");
        if (conditions != null) {
            for (JsonObject condition : conditions.objects()) {
                if (condition.textOr("type", "").equals(CONDITION)
                        && condition.textOr("reason", "").equals("SyncFailed")) {
                    return "does not allow evicting pods currently because it failed sync: "
                            + condition.textOr("message", "");
                }
            }
        }
        return "needs " + number("desiredHealthy") + " healthy pods and has " + number("currentHealthy") + " currently";
    }

    private ApiException tooMany(Duration retryAfter, String why) {
        return new ApiException(new ApiError.TooManyRequests(
                REFUSAL,
                retryAfter,
                List.of(new FieldError("DisruptionBudget", "", "The disruption budget " + name() + " " + why))));
    }

    private String name() {
        return tree.child("metadata").textOr("name", "");
    }

    private long number(String field) {
        return tree.child("status").integerOr(field, 0);
    }
}
