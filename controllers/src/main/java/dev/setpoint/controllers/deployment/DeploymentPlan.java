package dev.setpoint.controllers.deployment;

import static dev.setpoint.controllers.deployment.DeploymentConditions.PROGRESSING;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.WorkloadSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to do about a Deployment, given the ReplicaSets that exist.
///
/// @param actions in the order in which they are to be executed
/// @param reported the Deployment with the status and the revision that it has once the actions are done
/// @param checkAgain when to look again though nothing happens
public record DeploymentPlan(List<DeploymentAction> actions, Deployment reported, Optional<Duration> checkAgain) {
    public DeploymentPlan {
        actions = List.copyOf(actions);
    }

    /// @param candidates the sets that the Deployment controls and the sets of its namespace that nobody
    ///     controls
    public static DeploymentPlan plan(Deployment deployment, List<ReplicaSet> candidates, Instant now) {
        if (WorkloadSelector.empty(deployment.getSpec().getSelector())) {
            // Whatever it made would not be its own.
            DeploymentStatus seen = new DeploymentStatusBuilder(DeploymentStatuses.before(deployment))
                    .withObservedGeneration(deployment.getMetadata().getGeneration())
                    .build();
            return new DeploymentPlan(List.of(), report(deployment, seen, Optional.empty()), Optional.empty());
        }
        List<DeploymentAction> claims = new ArrayList<>();
        List<ReplicaSet> sets = claim(deployment, candidates, claims);
        if (!claims.isEmpty()) {
            // A set that was just taken is no longer as it was observed: the rest is for the next look.
            return new DeploymentPlan(claims, deployment, Optional.empty());
        }
        Optional<ReplicaSet> newSet = sets.stream()
                .filter(set -> PodTemplates.same(
                        set.getSpec().getTemplate(), deployment.getSpec().getTemplate()))
                .min(OwnedReplicaSets.OLDEST_FIRST);
        List<ReplicaSet> oldSets =
                sets.stream().filter(set -> !isSame(set, newSet)).toList();
        return new DeploymentDraft(deployment, newSet, oldSets, now).finish();
    }

    public boolean adopts() {
        return actions.stream().anyMatch(DeploymentAction.Adopt.class::isInstance);
    }

    /// What remains when the set of the present template cannot be made: everything stays, and says why.
    static Deployment createFailed(Deployment deployment, ReplicaSet set, String why, Instant now) {
        DeploymentStatus before = DeploymentStatuses.before(deployment);
        DeploymentConditions conditions = new DeploymentConditions(before.getConditions(), now);
        if (DeploymentStatuses.deadline(deployment).isPresent()) {
            conditions.set(PROGRESSING, "False", "ReplicaSetCreateError", createFailedMessage(set, why));
        }
        return report(
                deployment,
                new DeploymentStatusBuilder(before)
                        .withConditions(conditions.list())
                        .build(),
                Optional.empty());
    }

    static String createFailedMessage(ReplicaSet set, String why) {
        return "Failed to create new replica set \"" + Metadata.name(set) + "\": " + why;
    }

    /// Another template has the name that this one would get: the next attempt gets another.
    static Deployment collided(Deployment deployment) {
        DeploymentStatus before = DeploymentStatuses.before(deployment);
        return report(
                deployment,
                new DeploymentStatusBuilder(before)
                        .withCollisionCount(Metadata.orZero(before.getCollisionCount()) + 1)
                        .build(),
                Optional.empty());
    }

    private static List<ReplicaSet> claim(
            Deployment deployment, List<ReplicaSet> candidates, List<DeploymentAction> actions) {
        List<ReplicaSet> claimed = new ArrayList<>();
        for (ReplicaSet set : candidates) {
            switch (ControllerReferences.claim(deployment, deployment.getSpec().getSelector(), set)) {
                case KEEP -> claimed.add(set);
                case ADOPT -> {
                    actions.add(new DeploymentAction.Adopt(set));
                    claimed.add(set);
                }
                case RELEASE -> actions.add(new DeploymentAction.Release(set));
                case IGNORE -> {}
            }
        }
        return claimed;
    }

    private static boolean isSame(ReplicaSet set, Optional<ReplicaSet> other) {
        return other.map(found -> Metadata.name(found).equals(Metadata.name(set)))
                .orElse(false);
    }

    /// Shares with the Deployment what stays as it is.
    static Deployment report(Deployment deployment, DeploymentStatus status, Optional<String> revision) {
        ObjectMeta metadata = revision.filter(
                        number -> !number.equals(Metadata.annotation(deployment, Revisions.REVISION)))
                .map(number -> new ObjectMetaBuilder(deployment.getMetadata())
                        .addToAnnotations(Revisions.REVISION, number)
                        .build())
                .orElse(deployment.getMetadata());
        return new Deployment(deployment.getApiVersion(), deployment.getKind(), metadata, deployment.getSpec(), status);
    }
}
