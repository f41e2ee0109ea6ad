package dev.setpoint.controllers.disruption;

import dev.setpoint.controllers.workload.Amount;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetSpec;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a budget's status should say.
///
/// @param notDeleted pods that were evicted long ago and are still there
/// @param checkAgain when the next eviction that was not followed by a deletion stops counting
record DisruptionPlan(PodDisruptionBudgetStatus status, List<Pod> notDeleted, Optional<Duration> checkAgain) {
    /// How long a pod counts as disrupted although nobody deletes it.
    static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

    private static final String CONDITION = "DisruptionAllowed";

    private record Counts(int expected, int desired) {}

    /// Whether the budget is a share of what controllers want, rather than a number of pods.
    static boolean needsScale(PodDisruptionBudget budget) {
        PodDisruptionBudgetSpec spec = budget.getSpec();
        return spec.getMaxUnavailable() != null || percentage(spec.getMinAvailable());
    }

    /// @param pods those that the budget selects
    static DisruptionPlan plan(PodDisruptionBudget budget, List<Pod> pods, ExpectedScale scale, Instant now) {
        return switch (scale) {
            case ExpectedScale.Unknown(var why) -> unsure(budget, why, now);
            case ExpectedScale.Known(var replicas, var _) -> sure(budget, pods, counts(budget, pods, replicas), now);
        };
    }

    private static DisruptionPlan sure(PodDisruptionBudget budget, List<Pod> pods, Counts counts, Instant now) {
        Map<String, String> before = disrupted(budget);
        Map<String, String> disrupted = new LinkedHashMap<>();
        Optional<Duration> checkAgain = Optional.empty();
        List<Pod> late = pods.stream()
                .filter(pod -> !Pods.deleting(pod) && before.containsKey(Metadata.name(pod)))
                .filter(pod -> left(before.get(Metadata.name(pod)), now).isNegative())
                .toList();
        for (Pod pod : pods) {
            String since = before.get(Metadata.name(pod));
            if (since != null && !Pods.deleting(pod) && !late.contains(pod)) {
                disrupted.put(Metadata.name(pod), since);
                Duration left = left(since, now);
                checkAgain = checkAgain
                        .filter(soonest -> soonest.compareTo(left) < 0)
                        .or(() -> Optional.of(left));
            }
        }
        int healthy = (int) pods.stream()
                .filter(pod -> !Pods.deleting(pod) && Pods.ready(pod) && !disrupted.containsKey(Metadata.name(pod)))
                .count();
        int allowed = counts.expected == 0 ? 0 : Math.max(0, healthy - counts.desired);
        PodDisruptionBudgetStatus status = new PodDisruptionBudgetStatusBuilder()
                .withCurrentHealthy(healthy)
                .withDesiredHealthy(counts.desired)
                .withExpectedPods(counts.expected)
                .withDisruptionsAllowed(allowed)
                .withDisruptedPods(disrupted)
                .withObservedGeneration(Metadata.generation(budget))
                .withConditions(
                        allowed > 0
                                ? condition(budget, "True", "SufficientPods", "", now)
                                : condition(budget, "False", "InsufficientPods", "", now))
                .build();
        // One second more: times are kept in whole seconds.
        return new DisruptionPlan(status, late, checkAgain.map(left -> left.plusSeconds(1)));
    }

    /// Nothing is allowed until the truth is known again; what was last known stays to be seen.
    private static DisruptionPlan unsure(PodDisruptionBudget budget, String why, Instant now) {
        PodDisruptionBudgetStatus status = new PodDisruptionBudgetStatusBuilder(
                        budget.getStatus() == null ? new PodDisruptionBudgetStatus() : budget.getStatus())
                .withDisruptionsAllowed(0)
                .withConditions(condition(budget, "False", "SyncFailed", why, now))
                .build();
        return new DisruptionPlan(status, List.of(), Optional.empty());
    }

    private static Counts counts(PodDisruptionBudget budget, List<Pod> pods, int replicas) {
        PodDisruptionBudgetSpec spec = budget.getSpec();
        if (spec.getMaxUnavailable() != null) {
            return new Counts(replicas, Math.max(0, replicas - Amount.roundedUp(spec.getMaxUnavailable(), replicas)));
        }
        if (spec.getMinAvailable() == null) {
            return new Counts(0, 0);
        }
        int expected = percentage(spec.getMinAvailable()) ? replicas : pods.size();
        return new Counts(expected, Amount.roundedUp(spec.getMinAvailable(), expected));
    }

    private static boolean percentage(@Nullable IntOrString amount) {
        return amount != null && amount.getStrVal() != null;
    }

    private static Map<String, String> disrupted(PodDisruptionBudget budget) {
        return budget.getStatus() == null
                ? Map.of()
                : Metadata.orEmpty(budget.getStatus().getDisruptedPods());
    }

    private static Duration left(@Nullable String since, Instant now) {
        Instant end = Optional.ofNullable(since)
                .flatMap(Timestamps::parse)
                .orElse(Instant.EPOCH)
                .plus(DELETION_TIMEOUT);
        return Duration.between(now, end);
    }

    private static Condition condition(
            PodDisruptionBudget budget, String status, String reason, String message, Instant now) {
        Optional<Condition> before = budget.getStatus() == null
                ? Optional.empty()
                : budget.getStatus().getConditions().stream()
                        .filter(each -> CONDITION.equals(each.getType()))
                        .findFirst();
        String since = before.filter(each -> status.equals(each.getStatus()))
                .map(Condition::getLastTransitionTime)
                .orElseGet(() -> Timestamps.seconds(now));
        return new ConditionBuilder()
                .withType(CONDITION)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withObservedGeneration(Metadata.generation(budget))
                .withLastTransitionTime(since)
                .build();
    }
}
