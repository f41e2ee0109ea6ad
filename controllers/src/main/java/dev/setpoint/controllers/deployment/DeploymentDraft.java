package dev.setpoint.controllers.deployment;

import static dev.setpoint.controllers.deployment.DeploymentConditions.PROGRESSING;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A plan in the making, once it is known which sets there are.
final class DeploymentDraft {
    private final Deployment deployment;
    private final RolloutLimits limits;
    private final List<ReplicaSet> oldSets;
    private final List<DeploymentAction> actions = new ArrayList<>();
    private final Instant now;
    private final DeploymentConditions conditions;
    private Optional<ReplicaSet> newSet;

    DeploymentDraft(Deployment deployment, Optional<ReplicaSet> newSet, List<ReplicaSet> oldSets, Instant now) {
        this.deployment = deployment;
        this.limits = RolloutLimits.of(deployment);
        this.newSet = newSet;
        this.oldSets = oldSets;
        this.now = now;
        this.conditions =
                new DeploymentConditions(DeploymentStatuses.before(deployment).getConditions(), now);
    }

    DeploymentPlan finish() {
        if (Metadata.deleting(deployment)) {
            return counted(Sizes.unchanged(all()));
        }
        notePause();
        if (paused()) {
            Sizes sizes = scaled();
            execute(sizes, true);
            cleanUp();
            return counted(sizes);
        }
        if (limits.rolls() && resized()) {
            Sizes sizes = scaled();
            execute(sizes, true);
            return counted(sizes);
        }
        return rollOut();
    }

    private DeploymentPlan rollOut() {
        if (newSet.isEmpty() && (limits.rolls() || !Sizes.oldPodsRun(oldSets))) {
            create();
        }
        Sizes sizes = limits.rolls()
                ? Sizes.rolling(newSet.orElseThrow(), oldSets, limits)
                : Sizes.recreate(newSet, oldSets, limits);
        execute(sizes, false);
        DeploymentStatus status = DeploymentStatuses.withProgress(
                deployment,
                DeploymentStatuses.counted(deployment, newSet, oldSets, sizes, limits, conditions),
                newSet,
                oldSets,
                conditions,
                now);
        if (DeploymentStatuses.complete(deployment, status)) {
            cleanUp();
        }
        return done(status);
    }

    /// The set begins empty here; the strategy says how many pods it is created with.
    private void create() {
        ReplicaSet created = NewReplicaSet.of(deployment);
        newSet = Optional.of(created);
        if (DeploymentStatuses.deadline(deployment).isPresent()) {
            conditions.set(
                    PROGRESSING,
                    "True",
                    "NewReplicaSetCreated",
                    "Created new replica set \"" + Metadata.name(created) + "\"");
        }
    }

    private DeploymentPlan counted(Sizes sizes) {
        return done(DeploymentStatuses.counted(deployment, newSet, oldSets, sizes, limits, conditions));
    }

    private DeploymentPlan done(DeploymentStatus status) {
        Optional<String> revision = newSet.filter(_ -> !Metadata.deleting(deployment))
                .map(set -> Long.toString(Math.max(Revisions.of(set), Revisions.next(oldSets))));
        Optional<Duration> checkAgain = paused() || Metadata.deleting(deployment)
                ? Optional.empty()
                : DeploymentStatuses.checkAgain(deployment, status, now);
        return new DeploymentPlan(actions, DeploymentPlan.report(deployment, status, revision), checkAgain);
    }

    private boolean paused() {
        return Boolean.TRUE.equals(deployment.getSpec().getPaused());
    }

    /// Time does not count while a Deployment is paused: the deadline runs anew when it is resumed.
    private void notePause() {
        if (DeploymentStatuses.deadline(deployment).isEmpty()
                || conditions.has(PROGRESSING, "ProgressDeadlineExceeded")) {
            return;
        }
        boolean noted = conditions.has(PROGRESSING, "DeploymentPaused");
        if (paused() && !noted) {
            conditions.set(PROGRESSING, "Unknown", "DeploymentPaused", "Deployment is paused");
        } else if (!paused() && noted) {
            conditions.set(PROGRESSING, "Unknown", "DeploymentResumed", "Deployment is resumed");
        }
    }

    /// Whether a set with pods was last scaled for another size of the Deployment.
    private boolean resized() {
        return all().stream()
                .filter(set -> OwnedReplicaSets.size(set) > 0)
                .map(Revisions::desiredReplicas)
                .anyMatch(desired -> desired.isPresent() && desired.getAsInt() != limits.replicas());
    }

    private Sizes scaled() {
        int replicas = Metadata.orZero(DeploymentStatuses.before(deployment).getReplicas());
        return Sizes.scaled(newSet, oldSets, limits, replicas);
    }

    /// The new set first: when it grows, what it may take was counted with the others at their full size.
    private void execute(Sizes sizes, boolean noteScale) {
        newSet.ifPresent(set -> executeNew(set, sizes.of(set), noteScale));
        for (ReplicaSet set : oldSets) {
            Map<String, String> annotations = new LinkedHashMap<>(Metadata.annotations(set));
            update(set, sizes.of(set), annotations, set.getSpec().getMinReadySeconds(), noteScale);
        }
    }

    private void executeNew(ReplicaSet set, int size, boolean noteScale) {
        Map<String, String> annotations = Revisions.annotations(deployment, set, Revisions.next(oldSets));
        Integer minReadySeconds = deployment.getSpec().getMinReadySeconds();
        if (set.getMetadata().getUid() != null) {
            if (DeploymentStatuses.deadline(deployment).isPresent()
                    && conditions.find(PROGRESSING).isEmpty()) {
                conditions.set(
                        PROGRESSING,
                        "True",
                        "FoundNewReplicaSet",
                        "Found new replica set \"" + Metadata.name(set) + "\"");
            }
            update(set, size, annotations, minReadySeconds, noteScale);
            return;
        }
        Revisions.noteScale(annotations, limits);
        actions.add(new DeploymentAction.Create(resized(set, size, annotations, minReadySeconds)));
    }

    private void update(
            ReplicaSet set,
            int size,
            Map<String, String> annotations,
            @Nullable Integer minReadySeconds,
            boolean noteScale) {
        boolean active = size > 0 || OwnedReplicaSets.size(set) > 0;
        if (size != OwnedReplicaSets.size(set) || (noteScale && active)) {
            Revisions.noteScale(annotations, limits);
        }
        if (size != OwnedReplicaSets.size(set)
                || !annotations.equals(Metadata.annotations(set))
                || Metadata.orZero(minReadySeconds)
                        != Metadata.orZero(set.getSpec().getMinReadySeconds())) {
            actions.add(new DeploymentAction.Update(set, resized(set, size, annotations, minReadySeconds)));
        }
    }

    /// Shares with the set what stays as it is: the template, above all.
    private static ReplicaSet resized(
            ReplicaSet set, int size, Map<String, String> annotations, @Nullable Integer minReadySeconds) {
        ReplicaSetSpec before = set.getSpec();
        ReplicaSetSpec spec = new ReplicaSetSpec(minReadySeconds, size, before.getSelector(), before.getTemplate());
        spec.setAdditionalProperties(before.getAdditionalProperties());
        ObjectMeta metadata = new ObjectMetaBuilder(set.getMetadata())
                .withAnnotations(annotations)
                .build();
        ReplicaSet resized = new ReplicaSet(set.getApiVersion(), set.getKind(), metadata, spec, set.getStatus());
        resized.setAdditionalProperties(set.getAdditionalProperties());
        return resized;
    }

    /// Keeps as many old sets as history asks for, the newest of them, and never drops one that has pods.
    private void cleanUp() {
        Integer limit = deployment.getSpec().getRevisionHistoryLimit();
        if (limit == null || limit == Integer.MAX_VALUE) {
            return;
        }
        List<ReplicaSet> kept =
                oldSets.stream().filter(set -> !Metadata.deleting(set)).toList();
        kept.stream()
                .sorted(Revisions.LOWEST_FIRST)
                .limit(Math.max(0, kept.size() - limit))
                .filter(set -> OwnedReplicaSets.size(set) == 0
                        && OwnedReplicaSets.replicas(set) == 0
                        && OwnedReplicaSets.settled(set))
                .forEach(set -> actions.add(new DeploymentAction.Delete(set)));
    }

    private List<ReplicaSet> all() {
        List<ReplicaSet> all = new ArrayList<>(oldSets);
        newSet.ifPresent(all::add);
        return all;
    }
}
