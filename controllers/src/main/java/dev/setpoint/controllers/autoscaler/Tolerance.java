package dev.setpoint.controllers.autoscaler;

import dev.setpoint.machinery.quantity.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import org.jspecify.annotations.Nullable;

/// How far a measure may lie off its target before anything is done about it.
record Tolerance(double down, double up) {
    private static final double DEFAULT = 0.1;

    static Tolerance of(HorizontalPodAutoscaler autoscaler) {
        HorizontalPodAutoscalerBehavior behavior = autoscaler.getSpec().getBehavior();
        return behavior == null
                ? new Tolerance(DEFAULT, DEFAULT)
                : new Tolerance(of(behavior.getScaleDown()), of(behavior.getScaleUp()));
    }

    boolean holds(double ratio) {
        return 1 - down <= ratio && ratio <= 1 + up;
    }

    private static double of(@Nullable HPAScalingRules rules) {
        return rules == null || rules.getTolerance() == null
                ? DEFAULT
                : Quantity.parse(rules.getTolerance().toString()).amount().doubleValue();
    }
}
