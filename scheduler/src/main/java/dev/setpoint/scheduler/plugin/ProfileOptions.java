package dev.setpoint.scheduler.plugin;

import java.util.Map;
import java.util.Objects;

/// How the pods that name a scheduler are placed.
///
/// @param schedulerName as pods have it in `spec.schedulerName`
/// @param hardPodAffinityWeight what it counts for a node that a pod on it requires such pods near it
/// @param weights of scores that differ from the default, by the name of their plugin; a score of weight 0 is not asked
public record ProfileOptions(
        String schedulerName, ScoringStrategy scoring, int hardPodAffinityWeight, Map<String, Integer> weights) {
    /// Which nodes are better as far as resources go.
    public enum ScoringStrategy {
        /// Those with more left, Kubernetes' `LeastAllocated`.
        LEAST_ALLOCATED,
        /// Those with less left, Kubernetes' `MostAllocated`.
        MOST_ALLOCATED
    }

    public static final ProfileOptions DEFAULT =
            new ProfileOptions("default-scheduler", ScoringStrategy.LEAST_ALLOCATED, 1, Map.of());

    int weight(String plugin, int usual) {
        return Objects.requireNonNullElse(weights.get(plugin), usual);
    }
}
