package dev.setpoint.controllers.deployment;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions of a Deployment while a new status is made.
///
/// What says the same as before keeps its times; what says something else moves to the end, so that the
/// newest news is last.
final class DeploymentConditions {
    static final String AVAILABLE = "Available";
    static final String PROGRESSING = "Progressing";
    static final String REPLICA_FAILURE = "ReplicaFailure";

    private final List<DeploymentCondition> conditions;
    private final String now;

    DeploymentConditions(List<DeploymentCondition> before, Instant now) {
        this.conditions = new ArrayList<>(before);
        this.now = Timestamps.seconds(now);
    }

    List<DeploymentCondition> list() {
        return List.copyOf(conditions);
    }

    Optional<DeploymentCondition> find(String type) {
        return conditions.stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    boolean has(String type, String reason) {
        return find(type).map(condition -> reason.equals(condition.getReason())).orElse(false);
    }

    void remove(String type) {
        conditions.removeIf(condition -> condition.getType().equals(type));
    }

    /// Nothing changes when the condition already has this status and this reason.
    void set(String type, String status, String reason, String message) {
        set(condition(type, status, reason, message));
    }

    void set(DeploymentCondition condition) {
        Optional<DeploymentCondition> before = find(condition.getType());
        if (before.isPresent()
                && before.get().getStatus().equals(condition.getStatus())
                && condition.getReason().equals(before.get().getReason())) {
            return;
        }
        replace(condition, before);
    }

    /// As [#set], but told again even when nothing but the message or the time is new.
    void renew(String type, String status, String reason, String message) {
        replace(condition(type, status, reason, message), find(type));
    }

    private void replace(DeploymentCondition condition, Optional<DeploymentCondition> before) {
        String since = before.filter(old -> old.getStatus().equals(condition.getStatus()))
                .map(DeploymentCondition::getLastTransitionTime)
                .orElse(condition.getLastTransitionTime());
        remove(condition.getType());
        conditions.add(new DeploymentConditionBuilder(condition)
                .withLastTransitionTime(since)
                .build());
    }

    private DeploymentCondition condition(String type, String status, String reason, String message) {
        return new DeploymentConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastUpdateTime(now)
                .withLastTransitionTime(now)
                .build();
    }
}
