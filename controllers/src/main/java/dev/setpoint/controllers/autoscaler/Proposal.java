package dev.setpoint.controllers.autoscaler;

import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;

/// What one metric of an autoscaler asks for.
sealed interface Proposal {
    /// @param metric as events name it: `cpu resource utilization (percentage of request)`
    record Valid(int replicas, String metric, MetricStatus status) implements Proposal {}

    /// @param reason one word: `FailedGetResourceMetric`
    /// @param why in Kubernetes' words
    record Invalid(String reason, String why) implements Proposal {}
}
