package dev.setpoint.controllers.autoscaler;

import dev.setpoint.controllers.autoscaler.ScalingRules.Bounds;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What an autoscaler decides about its target.
///
/// @param size the new size, if it is another
/// @param reason for the event of a new size
/// @param status as if the new size had been written
/// @param warnings events, each a reason and a message
/// @param history what the next decision has to know of this one
record AutoscalerPlan(
        Optional<Integer> size,
        String reason,
        HorizontalPodAutoscalerStatus status,
        List<ScalingRules.Reason> warnings,
        ScalingHistory history) {
    /// @param proposals asked for only where they count
    static AutoscalerPlan plan(
            HorizontalPodAutoscaler autoscaler,
            int current,
            Supplier<List<Proposal>> proposals,
            ScalingHistory before,
            Instant now) {
        return new Decision(autoscaler, current, now).decide(proposals, before.startingWith(current, now));
    }

    static int least(HorizontalPodAutoscaler autoscaler) {
        Integer least = autoscaler.getSpec().getMinReplicas();
        return least == null ? 1 : least;
    }

    /// One decision on its way.
    private static final class Decision {
        private final HorizontalPodAutoscaler autoscaler;
        private final int current;
        private final Instant now;
        private final AutoscalerConditions conditions;
        private final List<ScalingRules.Reason> warnings = new ArrayList<>();
        private final List<MetricStatus> metrics = new ArrayList<>();

        Decision(HorizontalPodAutoscaler autoscaler, int current, Instant now) {
            this.autoscaler = autoscaler;
            this.current = current;
            this.now = now;
            HorizontalPodAutoscalerStatus status = autoscaler.getStatus();
            this.conditions = new AutoscalerConditions(status == null ? List.of() : status.getConditions(), now);
            conditions.set(
                    "AbleToScale",
                    true,
                    "SucceededGetScale",
                    "the HPA controller was able to get the target's current scale");
        }

        AutoscalerPlan decide(Supplier<List<Proposal>> proposals, ScalingHistory history) {
            int least = least(autoscaler);
            int greatest = autoscaler.getSpec().getMaxReplicas();
            if (current == 0 && least != 0) {
                conditions.set(
                        "ScalingActive",
                        false,
                        "ScalingDisabled",
                        "scaling is disabled since the replica count of the target is zero");
                return settled(current, "", history);
            }
            if (current > greatest) {
                return settled(greatest, "Current number of replicas above Spec.MaxReplicas", history);
            }
            if (current < least) {
                return settled(least, "Current number of replicas below Spec.MinReplicas", history);
            }
            return byMetrics(proposals.get(), new Bounds(current, least, greatest), history);
        }

        private AutoscalerPlan byMetrics(List<Proposal> proposals, Bounds bounds, ScalingHistory history) {
            Optional<Proposal.Valid> greatest = Optional.empty();
            List<Proposal.Invalid> invalid = new ArrayList<>();
            for (Proposal proposal : proposals) {
                switch (proposal) {
                    case Proposal.Invalid failed -> {
                        invalid.add(failed);
                        warnings.add(new ScalingRules.Reason(failed.reason(), failed.why()));
                    }
                    case Proposal.Valid valid -> {
                        metrics.add(valid.status());
                        greatest = greatest.filter(best -> best.replicas() >= valid.replicas())
                                .or(() -> Optional.of(valid));
                    }
                }
            }
            // What is not known might have asked for more.
            boolean blind =
                    greatest.isEmpty() || (!invalid.isEmpty() && greatest.get().replicas() < current);
            if (blind) {
                Proposal.Invalid first = invalid.getFirst();
                conditions.set(
                        "ScalingActive",
                        false,
                        first.reason(),
                        "the HPA was unable to compute the replica count: " + first.why());
                warnings.add(new ScalingRules.Reason(
                        "FailedComputeMetricsReplicas",
                        "invalid metrics (" + invalid.size() + " invalid out of " + proposals.size()
                                + "), first error is: " + first.why()));
                return new AutoscalerPlan(Optional.empty(), "", status(desiredBefore(), false), warnings, history);
            }
            Proposal.Valid best = greatest.get();
            conditions.set(
                    "ScalingActive",
                    true,
                    "ValidMetricFound",
                    "the HPA was able to successfully calculate a replica count from " + best.metric());
            ScalingRules.Verdict verdict = ScalingRules.apply(autoscaler, bounds, best.replicas(), history, now);
            conditions.set(
                    "AbleToScale", true, verdict.able().word(), verdict.able().message());
            conditions.set(
                    "ScalingLimited",
                    verdict.limited(),
                    verdict.limit().word(),
                    verdict.limit().message());
            String why = best.replicas() > current ? best.metric() + " above target" : "All metrics below target";
            return settled(verdict.replicas(), why, history.proposed(best.replicas(), now));
        }

        private AutoscalerPlan settled(int desired, String why, ScalingHistory history) {
            boolean changes = desired != current;
            if (changes) {
                conditions.set(
                        "AbleToScale",
                        true,
                        "SucceededRescale",
                        "the HPA controller was able to update the target scale to " + desired);
            }
            return new AutoscalerPlan(
                    changes ? Optional.of(desired) : Optional.empty(),
                    why,
                    status(desired, changes),
                    warnings,
                    changes ? history.resized(desired - current, now) : history);
        }

        private HorizontalPodAutoscalerStatus status(int desired, boolean changes) {
            HorizontalPodAutoscalerStatusBuilder status = new HorizontalPodAutoscalerStatusBuilder(
                            autoscaler.getStatus() == null
                                    ? new HorizontalPodAutoscalerStatus()
                                    : autoscaler.getStatus())
                    .withCurrentReplicas(current)
                    .withDesiredReplicas(desired)
                    .withCurrentMetrics(metrics)
                    .withConditions(conditions.all());
            return changes ? status.withLastScaleTime(Timestamps.seconds(now)).build() : status.build();
        }

        private int desiredBefore() {
            return autoscaler.getStatus() == null || autoscaler.getStatus().getDesiredReplicas() == null
                    ? 0
                    : autoscaler.getStatus().getDesiredReplicas();
        }
    }
}
