package dev.setpoint.controllers.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentFluent;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The two loops together, since a rollout is what comes of both.
final class DeploymentControllerTest {
    private static final ObjectKey WEB = new ObjectKey(Samples.NAMESPACE, "web");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        DeploymentController.of(env, as.account("deployment-controller")),
                        ReplicaSetController.of(env, as.account("replicaset-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void aNewDeploymentGetsASetAndPods(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            Deployment web = Samples.deployment("web", 2);
            web.getMetadata().setAnnotations(Map.of("note", "x"));
            world.create(web);
            world.settle();
            ReplicaSet set = world.all(ReplicaSet.class).getFirst();
            String hash = Metadata.labels(set).get(PodTemplates.HASH_LABEL);
            assertThat(Metadata.name(set)).isEqualTo("web-" + hash);
            assertThat(set.getSpec().getSelector().getMatchLabels())
                    .containsOnly(Map.entry("app", "web"), Map.entry(PodTemplates.HASH_LABEL, hash));
            assertThat(Metadata.annotations(set))
                    .containsOnly(
                            Map.entry("note", "x"),
                            Map.entry("deployment.kubernetes.io/desired-replicas", "2"),
                            Map.entry("deployment.kubernetes.io/max-replicas", "3"),
                            Map.entry("deployment.kubernetes.io/revision", "1"));
            assertThat(Metadata.annotation(deployment(world), "deployment.kubernetes.io/revision"))
                    .isEqualTo("1");
            assertThat(status(world))
                    .extracting(
                            DeploymentStatus::getReplicas,
                            DeploymentStatus::getUpdatedReplicas,
                            DeploymentStatus::getUnavailableReplicas,
                            DeploymentStatus::getTerminatingReplicas,
                            DeploymentStatus::getAvailableReplicas)
                    .containsExactly(2, 2, 2, 0, null);
            assertThat(conditions(world))
                    .containsExactly(
                            tuple(
                                    "Available",
                                    "False",
                                    "MinimumReplicasUnavailable",
                                    "Deployment does not have minimum availability."),
                            tuple(
                                    "Progressing",
                                    "True",
                                    "ReplicaSetUpdated",
                                    "ReplicaSet \"" + Metadata.name(set) + "\" is progressing."));
            world.makePodsReady();
            world.settle();
            assertThat(conditions(world))
                    .containsExactly(
                            tuple(
                                    "Available",
                                    "True",
                                    "MinimumReplicasAvailable",
                                    "Deployment has minimum availability."),
                            tuple(
                                    "Progressing",
                                    "True",
                                    "NewReplicaSetAvailable",
                                    "ReplicaSet \"" + Metadata.name(set) + "\" has successfully progressed."));
            assertThat(status(world).getUnavailableReplicas()).isNull();
            assertThat(world.created("pods")).isEqualTo(2);
            assertThat(world.created("replicasets")).isEqualTo(1);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRolloutKeepsItsPromiseAtEveryStep(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(
                    world,
                    3,
                    spec -> spec.editStrategy()
                            .editRollingUpdate()
                            .withMaxSurge(new IntOrString(1))
                            .withMaxUnavailable(new IntOrString(0))
                            .endRollingUpdate()
                            .endStrategy());
            change(world, spec -> spec.withTemplate(Samples.template("web", "image:2")));
            for (int step = 0; step < 20; step++) {
                world.settle();
                assertThat(world.all(Pod.class)).hasSizeLessThanOrEqualTo(4);
                assertThat(world.all(Pod.class).stream().filter(Pods::ready)).hasSizeGreaterThanOrEqualTo(3);
                world.all(Pod.class).stream()
                        .filter(pod -> !Pods.ready(pod))
                        .findFirst()
                        .ifPresent(world::makeReady);
            }
            assertThat(world.all(Pod.class))
                    .hasSize(3)
                    .allMatch(pod -> image(pod).equals("image:2"));
            assertThat(world.created("pods")).as("each pod once").isEqualTo(6);
            assertThat(sizes(world)).containsExactly(0, 3);
            assertThat(reason(world, "Progressing")).isEqualTo("NewReplicaSetAvailable");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUndoneRolloutTakesUpItsFormerSet(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 2, spec -> spec);
            change(world, spec -> spec.withTemplate(Samples.template("web", "image:2")));
            roll(world);
            change(world, spec -> spec.withTemplate(Samples.template("web", "image:1")));
            roll(world);
            assertThat(world.created("replicasets")).isEqualTo(2);
            assertThat(sizes(world)).containsExactly(2, 0);
            ReplicaSet back = sets(world).getFirst();
            assertThat(Metadata.annotation(back, "deployment.kubernetes.io/revision"))
                    .isEqualTo("3");
            assertThat(Metadata.annotation(back, "deployment.kubernetes.io/revision-history"))
                    .isEqualTo("1");
            assertThat(Metadata.annotation(deployment(world), "deployment.kubernetes.io/revision"))
                    .isEqualTo("3");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void recreateNeverRunsTwoTemplatesAtOnce(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(
                    world,
                    3,
                    spec -> spec.withNewStrategy().withType("Recreate").endStrategy());
            change(world, spec -> spec.withTemplate(Samples.template("web", "image:2")));
            for (int step = 0; step < 6; step++) {
                world.settle();
                assertThat(world.all(Pod.class).stream()
                                .map(DeploymentControllerTest::image)
                                .distinct())
                        .hasSizeLessThanOrEqualTo(1);
                world.makePodsReady();
            }
            assertThat(world.all(Pod.class))
                    .hasSize(3)
                    .allMatch(pod -> image(pod).equals("image:2"));
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPausedDeploymentScalesButDoesNotRoll(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 1, spec -> spec);
            change(world, spec -> spec.withPaused(true).withTemplate(Samples.template("web", "image:2")));
            world.settle();
            assertThat(reason(world, "Progressing")).isEqualTo("DeploymentPaused");
            change(world, spec -> spec.withReplicas(3));
            world.settle();
            assertThat(world.all(Pod.class))
                    .hasSize(3)
                    .allMatch(pod -> image(pod).equals("image:1"));
            assertThat(status(world).getObservedGeneration())
                    .isEqualTo(deployment(world).getMetadata().getGeneration());
            world.assertQuiet();
            change(world, spec -> spec.withPaused(null));
            roll(world);
            assertThat(world.all(Pod.class))
                    .hasSize(3)
                    .allMatch(pod -> image(pod).equals("image:2"));
            assertThat(reason(world, "Progressing")).isEqualTo("NewReplicaSetAvailable");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void scalingDuringARolloutIsShared(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(
                    world,
                    10,
                    spec -> spec.editStrategy()
                            .editRollingUpdate()
                            .withMaxSurge(new IntOrString(3))
                            .withMaxUnavailable(new IntOrString(2))
                            .endRollingUpdate()
                            .endStrategy());
            change(world, spec -> spec.withTemplate(Samples.template("web", "image:2")));
            world.settle();
            assertThat(sizes(world)).as("in the middle of a rollout").containsExactly(8, 5);
            change(world, spec -> spec.withReplicas(15));
            world.settle();
            assertThat(sizes(world)).as("13 became 18, in proportion").containsExactly(11, 7);
            roll(world);
            assertThat(sizes(world)).containsExactly(0, 15);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void historyIsKeptAsLongAsAsked(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 1, spec -> spec.withRevisionHistoryLimit(1));
            for (int version = 2; version <= 4; version++) {
                String image = "image:" + version;
                change(world, spec -> spec.withTemplate(Samples.template("web", image)));
                roll(world);
            }
            assertThat(sets(world))
                    .extracting(set -> Metadata.annotation(set, "deployment.kubernetes.io/revision"))
                    .containsExactly("3", "4");
            world.assertQuiet();
        }
    }

    @Test
    void noProgressBecomesAFailureInTime() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.deployment("web", 1));
            world.settle();
            assertThat(reason(world, "Progressing")).isEqualTo("ReplicaSetUpdated");
            world.pass(Duration.ofSeconds(605));
            String set = world.names(ReplicaSet.class).getFirst();
            assertThat(conditions(world))
                    .contains(tuple(
                            "Progressing",
                            "False",
                            "ProgressDeadlineExceeded",
                            "ReplicaSet \"" + set + "\" has timed out progressing."));
            world.assertQuiet();
            world.makePodsReady();
            world.settle();
            assertThat(reason(world, "Progressing")).isEqualTo("NewReplicaSetAvailable");
        }
    }

    /// As the server would keep it: the name of a set comes from the template with its defaults.
    private static Deployment defaulted(LoopWorld world, Deployment deployment) {
        Typed<Deployment> typed = Typed.of(Deployment.class);
        return typed.decode(world.cluster
                .admin()
                .create(
                        typed.collection(Samples.NAMESPACE),
                        typed.encode(deployment),
                        new WriteOptions("test", true, false)));
    }

    @Test
    void aTakenNameIsAvoided() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            ReplicaSet foreign = NewReplicaSet.of(defaulted(world, Samples.deployment("web", 1)))
                    .edit()
                    .editMetadata()
                    .withOwnerReferences(ControllerReferences.reference(Samples.deployment("other", 1)))
                    .endMetadata()
                    .build();
            world.create(foreign);
            world.create(Samples.deployment("web", 1));
            world.settle();
            assertThat(status(world).getCollisionCount()).isEqualTo(1);
            assertThat(world.names(ReplicaSet.class)).hasSize(2).contains(Metadata.name(foreign));
            assertThat(world.all(Pod.class)).hasSize(1);
            world.makePodsReady();
            world.settle();
            world.assertQuiet();
        }
    }

    @Test
    void orphanedSetsAreAdopted() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(world, 2, spec -> spec);
            ReplicaSet set = world.all(ReplicaSet.class).getFirst();
            world.objects(ReplicaSet.class)
                    .update(set.edit()
                            .editMetadata()
                            .withOwnerReferences(List.of())
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(ControllerReferences.controls(
                            deployment(world), world.objects(ReplicaSet.class).get(ObjectKey.of(set))))
                    .isTrue();
            assertThat(world.created("replicasets")).isEqualTo(1);
            assertThat(world.created("pods")).isEqualTo(2);
        }
    }

    @Test
    void saysWhatItScalesInKubernetesWords() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(world, 3, spec -> spec);
            String set = world.names(ReplicaSet.class).getFirst();
            change(world, spec -> spec.withReplicas(1));
            world.settle();
            assertThat(world.events())
                    .contains(
                            "Normal ScalingReplicaSet Scaled up replica set " + set + " from 0 to 3",
                            "Normal ScalingReplicaSet Scaled down replica set " + set + " from 3 to 1");
        }
    }

    private static void converged(
            LoopWorld world,
            int replicas,
            UnaryOperator<DeploymentFluent<DeploymentBuilder>.SpecNested<DeploymentBuilder>> edit) {
        world.create(edit.apply(new DeploymentBuilder(Samples.deployment("web", replicas)).editSpec())
                .endSpec()
                .build());
        roll(world);
    }

    /// Time passes and pods become ready until nothing more happens.
    private static void roll(LoopWorld world) {
        for (int step = 0; step < 8; step++) {
            world.settle();
            world.makePodsReady();
        }
        world.settle();
    }

    private static void change(
            LoopWorld world, UnaryOperator<DeploymentFluent<DeploymentBuilder>.SpecNested<DeploymentBuilder>> edit) {
        world.objects(Deployment.class)
                .update(edit.apply(new DeploymentBuilder(deployment(world)).editSpec())
                        .endSpec()
                        .build());
    }

    private static Deployment deployment(LoopWorld world) {
        return world.objects(Deployment.class).get(WEB);
    }

    private static DeploymentStatus status(LoopWorld world) {
        return deployment(world).getStatus();
    }

    private static List<Tuple> conditions(LoopWorld world) {
        return status(world).getConditions().stream()
                .map(condition -> tuple(
                        condition.getType(), condition.getStatus(), condition.getReason(), condition.getMessage()))
                .toList();
    }

    private static String reason(LoopWorld world, String type) {
        return status(world).getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .map(DeploymentCondition::getReason)
                .findFirst()
                .orElse("");
    }

    /// By template, in the order in which the templates were first used.
    private static List<ReplicaSet> sets(LoopWorld world) {
        return world.all(ReplicaSet.class).stream()
                .sorted(Comparator.comparing(set -> set.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getImage()))
                .toList();
    }

    private static List<Integer> sizes(LoopWorld world) {
        return sets(world).stream().map(OwnedReplicaSets::size).toList();
    }

    private static String image(Pod pod) {
        return pod.getSpec().getContainers().getFirst().getImage();
    }
}
