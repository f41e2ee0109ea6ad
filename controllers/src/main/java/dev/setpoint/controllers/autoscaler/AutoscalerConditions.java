package dev.setpoint.controllers.autoscaler;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The conditions of an autoscaler while they are being decided. Each keeps the time since when it has its
/// status.
final class AutoscalerConditions {
    private final List<HorizontalPodAutoscalerCondition> conditions;
    private final Instant now;

    AutoscalerConditions(List<HorizontalPodAutoscalerCondition> before, Instant now) {
        this.conditions = new ArrayList<>(before);
        this.now = now;
    }

    List<HorizontalPodAutoscalerCondition> all() {
        return List.copyOf(conditions);
    }

    void set(String type, boolean holds, String reason, String message) {
        String status = holds ? "True" : "False";
        int place = place(type);
        String since = place >= 0 && status.equals(conditions.get(place).getStatus())
                ? conditions.get(place).getLastTransitionTime()
                : Timestamps.seconds(now);
        HorizontalPodAutoscalerCondition condition = new HorizontalPodAutoscalerConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .build();
        if (place >= 0) {
            conditions.set(place, condition);
        } else {
            conditions.add(condition);
        }
    }

    private int place(String type) {
        for (int place = 0; place < conditions.size(); place++) {
            if (type.equals(conditions.get(place).getType())) {
                return place;
            }
        }
        return -1;
    }
}
