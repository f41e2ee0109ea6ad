package dev.setpoint.controllers.job;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The conditions of a job, as they are to become. The order in which they came about is kept.
final class JobConditions {
    private final List<JobCondition> conditions;
    private final Instant now;

    JobConditions(Job job, Instant now) {
        this.conditions = new ArrayList<>(JobTerms.conditions(job));
        this.now = now;
    }

    List<JobCondition> list() {
        return conditions;
    }

    boolean has(String type) {
        return conditions.stream().anyMatch(condition -> type.equals(condition.getType()));
    }

    /// Says how the job will end. What has been said stays as it is.
    void announce(Verdict verdict) {
        if (!has(verdict.target())) {
            put(verdict.target(), "True", verdict.reason(), verdict.message());
        }
    }

    /// @return whether anything changed
    boolean put(String type, String status, String reason, String message) {
        for (int index = 0; index < conditions.size(); index++) {
            JobCondition present = conditions.get(index);
            if (type.equals(present.getType())) {
                boolean same = status.equals(present.getStatus())
                        && reason.equals(present.getReason())
                        && message.equals(present.getMessage());
                if (!same) {
                    conditions.set(index, condition(type, status, reason, message));
                }
                return !same;
            }
        }
        conditions.add(condition(type, status, reason, message));
        return true;
    }

    private JobCondition condition(String type, String status, String reason, String message) {
        return new JobConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withLastProbeTime(Timestamps.seconds(now))
                .withLastTransitionTime(Timestamps.seconds(now))
                .withReason(reason)
                .withMessage(message)
                .build();
    }
}
