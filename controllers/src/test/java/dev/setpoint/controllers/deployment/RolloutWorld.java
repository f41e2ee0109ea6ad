package dev.setpoint.controllers.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/// A Deployment, its sets, and the pods of the sets as two numbers: how many there are and how many are
/// available. The sets follow their sizes only when they are told to run; what the Deployment sees of them
/// is what they last reported.
final class RolloutWorld {
    private final long seed;
    private final Map<String, ReplicaSet> sets = new LinkedHashMap<>();
    private final Map<String, int[]> pods = new LinkedHashMap<>();
    private Deployment deployment;
    private Instant now = Samples.NOW;
    private int templates = 1;
    private int made;

    RolloutWorld(long seed) {
        this.seed = seed;
        RandomGenerator random = Seeds.random(seed);
        boolean recreate = random.nextInt(5) == 0;
        DeploymentBuilder builder = new DeploymentBuilder(Samples.deployment("web", random.nextInt(10)))
                .editSpec()
                .withRevisionHistoryLimit(random.nextInt(4))
                .withProgressDeadlineSeconds(random.nextInt(4) == 0 ? null : 600)
                .withMinReadySeconds(random.nextInt(2) * 10)
                .editStrategy()
                .withType(recreate ? "Recreate" : "RollingUpdate")
                .editRollingUpdate()
                .withMaxSurge(amount(random))
                .withMaxUnavailable(amount(random))
                .endRollingUpdate()
                .endStrategy()
                .endSpec();
        deployment = builder.build();
        int found = random.nextInt(4);
        for (int index = 0; index < found; index++) {
            drawSet(index, random);
        }
    }

    private static IntOrString amount(RandomGenerator random) {
        return random.nextBoolean() ? new IntOrString(random.nextInt(4)) : new IntOrString(random.nextInt(101) + "%");
    }

    /// A set of an earlier template, owned or to be adopted, in whatever state.
    private void drawSet(int index, RandomGenerator random) {
        ReplicaSet set = NewReplicaSet.of(withTemplate("image:old" + index));
        int size = random.nextInt(8);
        Map<String, String> annotations = new LinkedHashMap<>();
        if (random.nextInt(3) > 0) {
            annotations.put(Revisions.REVISION, Integer.toString(index + 1));
            annotations.put(Revisions.DESIRED_REPLICAS, Integer.toString(random.nextInt(10)));
            annotations.put(Revisions.MAX_REPLICAS, random.nextInt(4) == 0 ? "x" : "" + random.nextInt(14));
        }
        set = new ReplicaSetBuilder(set)
                .editMetadata()
                .withAnnotations(annotations)
                .withOwnerReferences(
                        random.nextInt(4) == 0 ? List.of() : List.of(ControllerReferences.reference(deployment)))
                .endMetadata()
                .editSpec()
                .withReplicas(size)
                .endSpec()
                .build();
        store(set);
        int running = random.nextInt(size + 2);
        pods.put(Metadata.name(set), new int[] {running, running == 0 ? 0 : random.nextInt(running + 1)});
        report(Metadata.name(set), 1);
    }

    Deployment deployment() {
        return deployment;
    }

    DeploymentPlan plan() {
        return DeploymentPlan.plan(deployment, List.copyOf(sets.values()), now);
    }

    /// Executes a plan, or as much of it as a controller that is killed after `writes` of them; checks
    /// every write.
    void reconcile(int writes) {
        DeploymentPlan plan = plan();
        boolean rolling = rolling();
        int left = writes;
        for (DeploymentAction action : plan.actions()) {
            if (left-- == 0) {
                return;
            }
            int pending = total();
            int guaranteed = guaranteed();
            execute(action);
            check(pending, rolling ? guaranteed : 0, action);
        }
        deployment = plan.reported();
    }

    /// Scaling is done in proportion, whoever is available: the promise is about rollouts.
    private boolean rolling() {
        return RolloutLimits.of(deployment).rolls()
                && !Boolean.TRUE.equals(deployment.getSpec().getPaused())
                && sets.values().stream()
                        .filter(set -> OwnedReplicaSets.size(set) > 0)
                        .allMatch(set -> Revisions.desiredReplicas(set).orElse(wanted()) == wanted());
    }

    private void check(int totalBefore, int guaranteedBefore, DeploymentAction action) {
        RolloutLimits limits = RolloutLimits.of(deployment);
        String what = "seed " + seed + ": " + action.getClass().getSimpleName() + " in " + this;
        if (RolloutLimits.of(deployment).rolls()) {
            assertThat(total()).as("most pods, %s", what).isLessThanOrEqualTo(Math.max(totalBefore, limits.mostPods()));
            assertThat(guaranteed())
                    .as("least available, %s", what)
                    .isGreaterThanOrEqualTo(Math.min(guaranteedBefore, limits.leastAvailable()));
        } else if (sets.values().stream()
                        .filter(set -> OwnedReplicaSets.size(set) > 0)
                        .count()
                > 1) {
            assertThat(total()).as("one at a time, %s", what).isLessThanOrEqualTo(totalBefore);
        }
    }

    private void execute(DeploymentAction action) {
        switch (action) {
            case DeploymentAction.Adopt(var set) ->
                store(new ReplicaSetBuilder(set)
                        .editMetadata()
                        .withOwnerReferences(ControllerReferences.reference(deployment))
                        .endMetadata()
                        .build());
            case DeploymentAction.Release(var set) -> throw new AssertionError("nothing was relabelled: " + set);
            case DeploymentAction.Create(var set) -> {
                assertThat(sets).as("seed %d: created twice", seed).doesNotContainKey(Metadata.name(set));
                store(set);
            }
            case DeploymentAction.Update(var before, var after) -> {
                assertThat(sets.get(Metadata.name(before))).isEqualTo(before);
                boolean respecified = !before.getSpec().equals(after.getSpec());
                store(new ReplicaSetBuilder(after)
                        .editMetadata()
                        .withGeneration(Metadata.generation(before) + (respecified ? 1 : 0))
                        .endMetadata()
                        .build());
            }
            case DeploymentAction.Delete(var set) -> {
                assertThat(counts(Metadata.name(set))[0])
                        .as("seed %d: dropped pods", seed)
                        .isZero();
                sets.remove(Metadata.name(set));
                pods.remove(Metadata.name(set));
            }
        }
    }

    private void store(ReplicaSet set) {
        String name = Metadata.name(set);
        if (!sets.containsKey(name)) {
            set = new ReplicaSetBuilder(set)
                    .editMetadata()
                    .withUid("uid-" + name + made++)
                    .withGeneration(1L)
                    .withCreationTimestamp(Timestamps.seconds(now))
                    .endMetadata()
                    .build();
            pods.put(name, new int[] {0, 0});
        }
        sets.put(name, set);
    }

    void changeTemplate() {
        deployment = respecified(withTemplate("image:" + ++templates));
    }

    void scale(int replicas) {
        deployment = respecified(new DeploymentBuilder(deployment)
                .editSpec()
                .withReplicas(replicas)
                .endSpec()
                .build());
    }

    void togglePause() {
        boolean paused = Boolean.TRUE.equals(deployment.getSpec().getPaused());
        deployment = respecified(new DeploymentBuilder(deployment)
                .editSpec()
                .withPaused(!paused)
                .endSpec()
                .build());
    }

    void pass(int seconds) {
        now = now.plusSeconds(seconds);
    }

    /// The sets whose bit is set create and delete pods, unavailable ones first, and report.
    void runReplicaSets(int mask) {
        int index = 0;
        for (String name : List.copyOf(sets.keySet())) {
            if ((mask >> index++ & 1) == 1) {
                int size = OwnedReplicaSets.size(set(name));
                int[] counts = counts(name);
                counts[0] = size;
                counts[1] = Math.min(counts[1], size);
                report(name, Metadata.generation(set(name)));
            }
        }
    }

    /// One pod each of the sets whose bit is set becomes available, which the sets report without doing
    /// anything else.
    void becomeAvailable(int mask) {
        int index = 0;
        for (String name : List.copyOf(sets.keySet())) {
            int[] counts = counts(name);
            if ((mask >> index++ & 1) == 1 && counts[1] < counts[0]) {
                counts[1]++;
                report(name, observedGeneration(set(name)));
            }
        }
    }

    /// Everybody works until nothing changes.
    void settle() {
        if (Boolean.TRUE.equals(deployment.getSpec().getPaused())) {
            togglePause();
        }
        for (int round = 0; round < 200; round++) {
            Deployment before = deployment;
            Map<String, ReplicaSet> setsBefore = new LinkedHashMap<>(sets);
            reconcile(Integer.MAX_VALUE);
            runReplicaSets(-1);
            becomeAvailable(-1);
            runReplicaSets(-1);
            if (deployment.equals(before) && sets.equals(setsBefore)) {
                return;
            }
        }
        throw new AssertionError("seed " + seed + " does not settle: " + this);
    }

    /// Sizes of the sets that have pods.
    List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>(sets.values().stream()
                .map(OwnedReplicaSets::size)
                .filter(size -> size > 0)
                .toList());
        return sizes.isEmpty() ? List.of(0) : sizes;
    }

    int wanted() {
        return deployment.getSpec().getReplicas();
    }

    long oldSets() {
        return sets.values().stream()
                .filter(set -> !PodTemplates.same(
                        set.getSpec().getTemplate(), deployment.getSpec().getTemplate()))
                .count();
    }

    int historyLimit() {
        return deployment.getSpec().getRevisionHistoryLimit();
    }

    String progress() {
        return deployment.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Progressing"))
                .map(DeploymentCondition::getReason)
                .findFirst()
                .orElse("");
    }

    private int total() {
        return sum(sets.values());
    }

    private static int sum(Collection<ReplicaSet> sets) {
        return sets.stream().mapToInt(OwnedReplicaSets::size).sum();
    }

    /// Available pods that no set has been told to delete.
    private int guaranteed() {
        return sets.values().stream()
                .mapToInt(set -> Math.min(OwnedReplicaSets.size(set), counts(Metadata.name(set))[1]))
                .sum();
    }

    private ReplicaSet set(String name) {
        return Objects.requireNonNull(sets.get(name), name);
    }

    private int[] counts(String name) {
        return Objects.requireNonNull(pods.get(name), name);
    }

    private static long observedGeneration(ReplicaSet set) {
        return set.getStatus() == null ? 0 : Metadata.orZero(set.getStatus().getObservedGeneration());
    }

    private void report(String name, long observedGeneration) {
        ReplicaSet set = set(name);
        int[] counts = counts(name);
        sets.put(
                name,
                new ReplicaSetBuilder(set)
                        .withNewStatus()
                        .withReplicas(counts[0])
                        .withReadyReplicas(counts[1])
                        .withAvailableReplicas(counts[1])
                        .withTerminatingReplicas(0)
                        .withObservedGeneration(observedGeneration)
                        .endStatus()
                        .build());
    }

    private Deployment withTemplate(String image) {
        return new DeploymentBuilder(deployment)
                .editSpec()
                .withTemplate(Samples.template("web", image))
                .endSpec()
                .build();
    }

    private Deployment respecified(Deployment changed) {
        return new DeploymentBuilder(changed)
                .editMetadata()
                .withGeneration(Metadata.generation(deployment) + 1)
                .endMetadata()
                .build();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("replicas ")
                .append(deployment.getSpec().getReplicas())
                .append(' ')
                .append(RolloutLimits.of(deployment));
        sets.forEach((name, set) -> text.append(", ")
                .append(name)
                .append(": ")
                .append(OwnedReplicaSets.size(set))
                .append(" wanted, ")
                .append(counts(name)[0])
                .append(" there, ")
                .append(counts(name)[1])
                .append(" available"));
        return text.toString();
    }
}
