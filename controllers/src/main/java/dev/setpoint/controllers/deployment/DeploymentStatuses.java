package dev.setpoint.controllers.deployment;

import static dev.setpoint.controllers.deployment.DeploymentConditions.AVAILABLE;
import static dev.setpoint.controllers.deployment.DeploymentConditions.PROGRESSING;
import static dev.setpoint.controllers.deployment.DeploymentConditions.REPLICA_FAILURE;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The status of a Deployment: counts over its ReplicaSets, and conditions that say whether it serves and
/// whether it gets on.
final class DeploymentStatuses {
    private DeploymentStatuses() {}

    /// @param sizes what the sets will have been told when this status is written
    static DeploymentStatus counted(
            Deployment deployment,
            Optional<ReplicaSet> newSet,
            List<ReplicaSet> oldSets,
            Sizes sizes,
            RolloutLimits limits,
            DeploymentConditions conditions) {
        List<ReplicaSet> all = Stream.concat(oldSets.stream(), newSet.stream()).toList();
        int available = all.stream().mapToInt(OwnedReplicaSets::available).sum();
        if (available >= limits.leastAvailable()) {
            conditions.set(AVAILABLE, "True", "MinimumReplicasAvailable", "Deployment has minimum availability.");
        } else {
            conditions.set(
                    AVAILABLE, "False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability.");
        }
        return new DeploymentStatusBuilder()
                .withObservedGeneration(deployment.getMetadata().getGeneration())
                .withReplicas(nullIfZero(
                        all.stream().mapToInt(OwnedReplicaSets::replicas).sum()))
                .withUpdatedReplicas(
                        nullIfZero(newSet.map(OwnedReplicaSets::replicas).orElse(0)))
                .withReadyReplicas(nullIfZero(
                        all.stream().mapToInt(OwnedReplicaSets::ready).sum()))
                .withAvailableReplicas(nullIfZero(available))
                .withUnavailableReplicas(nullIfZero(Math.clamp(sizes.total() - available, 0, Integer.MAX_VALUE)))
                .withTerminatingReplicas(terminating(all))
                .withCollisionCount(before(deployment).getCollisionCount())
                .withConditions(conditions.list())
                .build();
    }

    /// Adds how the rollout gets on, compared with the status that the Deployment had.
    static DeploymentStatus withProgress(
            Deployment deployment,
            DeploymentStatus counted,
            Optional<ReplicaSet> newSet,
            List<ReplicaSet> oldSets,
            DeploymentConditions conditions,
            Instant now) {
        if (deadline(deployment).isEmpty()) {
            conditions.remove(PROGRESSING);
        } else if (!(conditions.has(PROGRESSING, "NewReplicaSetAvailable")
                && number(counted.getReplicas()) == number(counted.getUpdatedReplicas()))) {
            estimate(deployment, counted, newSet, conditions, now);
        }
        Stream.concat(newSet.stream(), oldSets.stream())
                .flatMap(set -> failure(set).stream())
                .findFirst()
                .ifPresentOrElse(conditions::set, () -> conditions.remove(REPLICA_FAILURE));
        return new DeploymentStatusBuilder(counted)
                .withConditions(conditions.list())
                .build();
    }

    /// All pods are of the present template, available, and as many as wanted.
    static boolean complete(Deployment deployment, DeploymentStatus status) {
        int replicas = Metadata.orZero(deployment.getSpec().getReplicas());
        return number(status.getUpdatedReplicas()) == replicas
                && number(status.getReplicas()) == replicas
                && number(status.getAvailableReplicas()) == replicas
                && Metadata.orZero(status.getObservedGeneration()) >= Metadata.generation(deployment);
    }

    /// When a rollout that makes no progress will have failed; empty when that needs no look.
    static Optional<Duration> checkAgain(Deployment deployment, DeploymentStatus status, Instant now) {
        Optional<Duration> deadline = deadline(deployment);
        Optional<DeploymentCondition> progressing = status.getConditions().stream()
                .filter(condition -> condition.getType().equals(PROGRESSING))
                .filter(condition -> !"ProgressDeadlineExceeded".equals(condition.getReason()))
                .findFirst();
        if (deadline.isEmpty() || progressing.isEmpty() || complete(deployment, status)) {
            return Optional.empty();
        }
        // Times are written in whole seconds, so a second is added to be past the deadline for certain.
        return Timestamps.parse(progressing.get().getLastUpdateTime())
                .map(updated ->
                        Duration.between(now, updated.plus(deadline.get()).plusSeconds(1)))
                .map(left -> left.isPositive() ? left : Duration.ofSeconds(1));
    }

    /// The longest that a rollout may go without progress; empty when the Deployment does not care.
    static Optional<Duration> deadline(Deployment deployment) {
        Integer seconds = deployment.getSpec().getProgressDeadlineSeconds();
        return seconds == null || seconds == Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(seconds));
    }

    static DeploymentStatus before(Deployment deployment) {
        return deployment.getStatus() == null ? new DeploymentStatus() : deployment.getStatus();
    }

    private static void estimate(
            Deployment deployment,
            DeploymentStatus counted,
            Optional<ReplicaSet> newSet,
            DeploymentConditions conditions,
            Instant now) {
        String subject = newSet.map(set -> "ReplicaSet \"" + Metadata.name(set) + "\"")
                .orElse("Deployment \"" + Metadata.name(deployment) + "\"");
        if (complete(deployment, counted)) {
            conditions.set(PROGRESSING, "True", "NewReplicaSetAvailable", subject + " has successfully progressed.");
        } else if (progressed(before(deployment), counted)) {
            conditions.renew(PROGRESSING, "True", "ReplicaSetUpdated", subject + " is progressing.");
        } else if (timedOut(deployment, conditions, now)) {
            conditions.set(PROGRESSING, "False", "ProgressDeadlineExceeded", subject + " has timed out progressing.");
        }
    }

    /// More new pods, fewer old ones, more ready or more available than before.
    private static boolean progressed(DeploymentStatus before, DeploymentStatus now) {
        int oldBefore = number(before.getReplicas()) - number(before.getUpdatedReplicas());
        int oldNow = number(now.getReplicas()) - number(now.getUpdatedReplicas());
        return number(now.getUpdatedReplicas()) > number(before.getUpdatedReplicas())
                || oldNow < oldBefore
                || number(now.getReadyReplicas()) > number(before.getReadyReplicas())
                || number(now.getAvailableReplicas()) > number(before.getAvailableReplicas());
    }

    private static boolean timedOut(Deployment deployment, DeploymentConditions conditions, Instant now) {
        // A rollout that had succeeded is not measured: the news of the next one has yet to be written.
        if (conditions.has(PROGRESSING, "NewReplicaSetAvailable")) {
            return false;
        }
        return conditions.has(PROGRESSING, "ProgressDeadlineExceeded")
                || conditions
                        .find(PROGRESSING)
                        .flatMap(condition -> Timestamps.parse(condition.getLastUpdateTime()))
                        .flatMap(updated -> deadline(deployment).map(updated::plus))
                        .map(end -> end.isBefore(now))
                        .orElse(false);
    }

    private static Optional<DeploymentCondition> failure(ReplicaSet set) {
        if (set.getStatus() == null) {
            return Optional.empty();
        }
        return set.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(REPLICA_FAILURE))
                .findFirst()
                .map(condition -> new DeploymentConditionBuilder()
                        .withType(REPLICA_FAILURE)
                        .withStatus(condition.getStatus())
                        .withReason(condition.getReason())
                        .withMessage(condition.getMessage())
                        .withLastTransitionTime(condition.getLastTransitionTime())
                        .withLastUpdateTime(condition.getLastTransitionTime())
                        .build());
    }

    /// Unknown as soon as one set that was ever looked at does not tell.
    private static @Nullable Integer terminating(List<ReplicaSet> sets) {
        boolean unknown = sets.stream()
                .anyMatch(set -> set.getStatus() != null
                        && Metadata.orZero(set.getStatus().getObservedGeneration()) > 0
                        && set.getStatus().getTerminatingReplicas() == null);
        return unknown
                ? null
                : sets.stream().mapToInt(OwnedReplicaSets::terminating).sum();
    }

    private static int number(@Nullable Integer count) {
        return Metadata.orZero(count);
    }

    /// Kubernetes leaves these counts out when they are zero.
    private static @Nullable Integer nullIfZero(int count) {
        return count == 0 ? null : count;
    }
}
