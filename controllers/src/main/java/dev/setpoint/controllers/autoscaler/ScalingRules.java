package dev.setpoint.controllers.autoscaler;

import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingPolicy;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Holds a proposal back: by what was proposed lately, by how fast the size may change, by its least and
/// greatest.
final class ScalingRules {
    private static final Duration DEFAULT_DOWN_WINDOW = Duration.ofMinutes(5);
    private static final String UP_LIMIT = "the desired replica count is increasing faster than the maximum scale rate";
    private static final String DOWN_LIMIT =
            "the desired replica count is decreasing faster than the maximum scale rate";
    private static final String TOO_MANY = "the desired replica count is more than the maximum replica count";
    private static final String TOO_FEW = "the desired replica count is less than the minimum replica count";
    private static final String WITHIN = "the desired count is within the acceptable range";
    private static final String LOWER =
            "recent recommendations were lower than current one, applying the lowest recent recommendation";
    private static final String HIGHER =
            "recent recommendations were higher than current one, applying the highest recent recommendation";

    private ScalingRules() {}

    /// @param replicas what is left of the proposal
    /// @param able for the condition AbleToScale, which is true
    /// @param limit for the condition ScalingLimited
    record Verdict(int replicas, Reason able, Reason limit, boolean limited) {}

    record Reason(String word, String message) {}

    /// @param current `spec.replicas`
    /// @param least `minReplicas`, one when absent
    record Bounds(int current, int least, int greatest) {}

    static Verdict apply(
            HorizontalPodAutoscaler autoscaler, Bounds bounds, int proposed, ScalingHistory history, Instant now) {
        HorizontalPodAutoscalerBehavior behavior = autoscaler.getSpec().getBehavior();
        Duration up = window(behavior == null ? null : behavior.getScaleUp(), Duration.ZERO);
        Duration down = window(behavior == null ? null : behavior.getScaleDown(), DEFAULT_DOWN_WINDOW);
        int stable = stabilized(bounds.current(), proposed, history, up, down, now, behavior != null);
        Reason able = stable == proposed
                ? new Reason("ReadyForNewScale", "recommended size matches current size")
                : proposed >= bounds.current() && behavior != null
                        ? new Reason("ScaleUpStabilized", LOWER)
                        : new Reason("ScaleDownStabilized", HIGHER);
        Limit limit = behavior == null ? plainLimit(bounds, stable) : limit(behavior, bounds, stable, history, now);
        return new Verdict(limit.replicas, able, limit.reason, limit.replicas != stable);
    }

    private record Limit(int replicas, Reason reason) {}

    private static int stabilized(
            int current,
            int proposed,
            ScalingHistory history,
            Duration up,
            Duration down,
            Instant now,
            boolean behaves) {
        if (!behaves) {
            return history.greatest(proposed, down, now);
        }
        int lowest = history.least(proposed, up, now);
        int highest = history.greatest(proposed, down, now);
        return Math.min(Math.max(current, lowest), highest);
    }

    /// Twice the size, or four, at a time.
    private static Limit plainLimit(Bounds bounds, int desired) {
        int fastest = Math.max(2 * bounds.current(), 4);
        if (desired < bounds.least()) {
            return new Limit(bounds.least(), new Reason("TooFewReplicas", TOO_FEW));
        }
        if (desired > Math.min(fastest, bounds.greatest())) {
            return fastest < bounds.greatest()
                    ? new Limit(fastest, new Reason("ScaleUpLimit", UP_LIMIT))
                    : new Limit(bounds.greatest(), new Reason("TooManyReplicas", TOO_MANY));
        }
        return new Limit(desired, new Reason("DesiredWithinRange", WITHIN));
    }

    private static Limit limit(
            HorizontalPodAutoscalerBehavior behavior, Bounds bounds, int desired, ScalingHistory history, Instant now) {
        if (desired > bounds.current()) {
            int fastest = Math.max(bounds.current(), fastestUp(behavior.getScaleUp(), bounds.current(), history, now));
            if (desired > Math.min(fastest, bounds.greatest())) {
                return fastest < bounds.greatest()
                        ? new Limit(fastest, new Reason("ScaleUpLimit", UP_LIMIT))
                        : new Limit(bounds.greatest(), new Reason("TooManyReplicas", TOO_MANY));
            }
        } else if (desired < bounds.current()) {
            int fastest =
                    Math.min(bounds.current(), fastestDown(behavior.getScaleDown(), bounds.current(), history, now));
            if (desired < Math.max(fastest, bounds.least())) {
                return fastest > bounds.least()
                        ? new Limit(fastest, new Reason("ScaleDownLimit", DOWN_LIMIT))
                        : new Limit(bounds.least(), new Reason("TooFewReplicas", TOO_FEW));
            }
        }
        return new Limit(desired, new Reason("DesiredWithinRange", WITHIN));
    }

    private static int fastestUp(@Nullable HPAScalingRules rules, int current, ScalingHistory history, Instant now) {
        if (rules == null || rules.getPolicies().isEmpty()) {
            return Math.max(2 * current, current + 4);
        }
        if ("Disabled".equals(rules.getSelectPolicy())) {
            return current;
        }
        IntStream sizes = rules.getPolicies().stream().mapToInt(policy -> {
            int before = history.sizeBefore(period(policy), current, now);
            return "Pods".equals(policy.getType())
                    ? before + policy.getValue()
                    : (int) Math.ceil(before * (1 + policy.getValue() / 100.0));
        });
        return ("Min".equals(rules.getSelectPolicy()) ? sizes.min() : sizes.max()).orElse(current);
    }

    private static int fastestDown(@Nullable HPAScalingRules rules, int current, ScalingHistory history, Instant now) {
        if (rules == null || rules.getPolicies().isEmpty()) {
            return 0;
        }
        if ("Disabled".equals(rules.getSelectPolicy())) {
            return current;
        }
        IntStream sizes = rules.getPolicies().stream().mapToInt(policy -> {
            int before = history.sizeBefore(period(policy), current, now);
            return "Pods".equals(policy.getType())
                    ? before - policy.getValue()
                    : (int) (before * (1 - policy.getValue() / 100.0));
        });
        return ("Min".equals(rules.getSelectPolicy()) ? sizes.max() : sizes.min()).orElse(current);
    }

    private static Duration period(HPAScalingPolicy policy) {
        return Duration.ofSeconds(policy.getPeriodSeconds());
    }

    private static Duration window(@Nullable HPAScalingRules rules, Duration fallback) {
        return Optional.ofNullable(rules)
                .map(HPAScalingRules::getStabilizationWindowSeconds)
                .map(Duration::ofSeconds)
                .orElse(fallback);
    }
}
