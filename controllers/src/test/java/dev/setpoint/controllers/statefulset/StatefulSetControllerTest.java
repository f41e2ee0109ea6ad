package dev.setpoint.controllers.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.garbage.GarbageController;
import dev.setpoint.controllers.volumes.VolumeControllers;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetFluent;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StatefulSetControllerTest {
    private static final ObjectKey DB = new ObjectKey(Samples.NAMESPACE, "db");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality, (env, as) -> List.of(StatefulSetController.of(env, as.account("statefulset-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void podsComeOneAfterTheOther(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            create(world, 3, spec -> spec);
            for (int ready = 0; ready < 3; ready++) {
                world.settle();
                assertThat(world.names(Pod.class)).as("%d are ready", ready).hasSize(ready + 1);
                world.makePodsReady();
            }
            world.settle();
            assertThat(world.names(Pod.class)).containsExactly("db-0", "db-1", "db-2");
            assertThat(world.created("pods")).isEqualTo(3);
            Pod first = pod(world, 0);
            String revision = world.names(ControllerRevision.class).getFirst();
            assertThat(Metadata.labels(first))
                    .containsOnly(
                            Map.entry("app", "db"),
                            Map.entry("apps.kubernetes.io/pod-index", "0"),
                            Map.entry("controller-revision-hash", revision),
                            Map.entry("statefulset.kubernetes.io/pod-name", "db-0"));
            assertThat(first.getSpec().getHostname()).isEqualTo("db-0");
            assertThat(first.getSpec().getSubdomain()).isEqualTo("db");
            assertThat(status(world))
                    .extracting(
                            StatefulSetStatus::getReplicas,
                            StatefulSetStatus::getReadyReplicas,
                            StatefulSetStatus::getAvailableReplicas,
                            StatefulSetStatus::getCurrentReplicas,
                            StatefulSetStatus::getUpdatedReplicas,
                            StatefulSetStatus::getCollisionCount,
                            StatefulSetStatus::getCurrentRevision,
                            StatefulSetStatus::getUpdateRevision)
                    .containsExactly(3, 3, 3, 3, 3, 0, revision, revision);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLastGoesFirst(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 3, spec -> spec);
            change(world, spec -> spec.withReplicas(1));
            world.settle();
            assertThat(world.names(Pod.class)).containsExactly("db-0");
            List<String> order = world.faults.calls().stream()
                    .filter(call -> call.is("delete", "pods"))
                    .map(call -> call.target().name())
                    .toList();
            assertThat(order).containsExactly("db-2", "db-1");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGapIsFilledUnderTheSameName(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 3, spec -> spec);
            String before = Metadata.uid(pod(world, 1));
            world.objects(Pod.class).delete(pod(world, 1));
            world.settle();
            assertThat(Metadata.uid(pod(world, 1))).isNotEqualTo(before);
            assertThat(world.created("pods")).isEqualTo(4);
        }
    }

    @Test
    void aPodThatIsOnItsWayOutIsNotReplacedYet() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(world, 2, spec -> spec);
            Pod leaving = pod(world, 0);
            world.objects(Pod.class)
                    .update(leaving.edit()
                            .editMetadata()
                            .withFinalizers("example.com/ending")
                            .endMetadata()
                            .build());
            world.objects(Pod.class).delete(ObjectKey.of(leaving), DeleteOptions.DEFAULT);
            world.pass(Duration.ofMinutes(1));
            assertThat(world.created("pods"))
                    .as("at most one pod of an ordinal")
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void parallelPodsComeAndGoTogether(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            create(world, 4, spec -> spec.withPodManagementPolicy("Parallel"));
            world.settle();
            assertThat(world.names(Pod.class)).containsExactly("db-0", "db-1", "db-2", "db-3");
            change(world, spec -> spec.withReplicas(1));
            world.settle();
            assertThat(world.names(Pod.class)).containsExactly("db-0");
            assertThat(world.created("pods")).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUpdateGoesFromTheLastToTheFirstAndStopsAtThePartition(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 3, spec -> spec);
            change(
                    world,
                    spec -> spec.withTemplate(Samples.template("db", "image:2"))
                            .editUpdateStrategy()
                            .editRollingUpdate()
                            .withPartition(1)
                            .endRollingUpdate()
                            .endUpdateStrategy());
            roll(world);
            assertThat(images(world)).containsExactly("image:1", "image:2", "image:2");
            assertThat(status(world).getUpdatedReplicas()).isEqualTo(2);
            assertThat(status(world).getCurrentReplicas()).isEqualTo(1);
            assertThat(status(world).getCurrentRevision())
                    .isNotEqualTo(status(world).getUpdateRevision());
            // A pod below the partition comes back as it was.
            world.objects(Pod.class).delete(pod(world, 0));
            roll(world);
            assertThat(images(world)).containsExactly("image:1", "image:2", "image:2");
            change(
                    world,
                    spec -> spec.editUpdateStrategy()
                            .editRollingUpdate()
                            .withPartition(0)
                            .endRollingUpdate()
                            .endUpdateStrategy());
            roll(world);
            assertThat(images(world)).containsExactly("image:2", "image:2", "image:2");
            assertThat(status(world).getCurrentRevision())
                    .isEqualTo(status(world).getUpdateRevision());
            world.assertQuiet();
        }
    }

    @Test
    void asManyAsMayBeUnavailableAreUpdatedAtOnce() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(
                    world,
                    5,
                    spec -> spec.withPodManagementPolicy("Parallel")
                            .editUpdateStrategy()
                            .editRollingUpdate()
                            .withMaxUnavailable(new IntOrString(2))
                            .endRollingUpdate()
                            .endUpdateStrategy());
            change(world, spec -> spec.withTemplate(Samples.template("db", "image:2")));
            world.settle();
            assertThat(images(world)).containsExactly("image:1", "image:1", "image:1", "image:2", "image:2");
            roll(world);
            assertThat(images(world)).containsOnly("image:2");
        }
    }

    @ParameterizedTest
    @EnumSource
    void onDeleteWaitsForSomebodyToDelete(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(
                    world,
                    2,
                    spec -> spec.withNewUpdateStrategy().withType("OnDelete").endUpdateStrategy());
            change(world, spec -> spec.withTemplate(Samples.template("db", "image:2")));
            world.settle();
            assertThat(images(world)).containsOnly("image:1");
            assertThat(status(world).getUpdatedReplicas()).isNull();
            world.objects(Pod.class).delete(pod(world, 0));
            world.settle();
            assertThat(images(world)).containsExactly("image:2", "image:1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUndoneUpdateTakesUpItsFormerRevision(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 1, spec -> spec);
            String first = status(world).getCurrentRevision();
            change(world, spec -> spec.withTemplate(Samples.template("db", "image:2")));
            roll(world);
            change(world, spec -> spec.withTemplate(Samples.template("db", "image:1")));
            roll(world);
            assertThat(status(world).getCurrentRevision()).isEqualTo(first);
            assertThat(world.created("controllerrevisions")).isEqualTo(2);
            assertThat(world.objects(ControllerRevision.class)
                            .get(new ObjectKey(Samples.NAMESPACE, first))
                            .getRevision())
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void historyIsKeptAsLongAsAsked(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 1, spec -> spec.withRevisionHistoryLimit(1));
            for (int version = 2; version <= 4; version++) {
                String image = "image:" + version;
                change(world, spec -> spec.withTemplate(Samples.template("db", image)));
                roll(world);
            }
            assertThat(world.names(ControllerRevision.class))
                    .as("the present one and one more")
                    .hasSize(2);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPodHasClaimsOfItsOwn(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            converged(world, 2, StatefulSetControllerTest::withClaim);
            assertThat(world.names(PersistentVolumeClaim.class)).containsExactly("data-db-0", "data-db-1");
            assertThat(pod(world, 1)
                            .getSpec()
                            .getVolumes()
                            .getFirst()
                            .getPersistentVolumeClaim()
                            .getClaimName())
                    .isEqualTo("data-db-1");
            change(world, spec -> spec.withReplicas(1));
            roll(world);
            assertThat(world.names(PersistentVolumeClaim.class)).as("kept").hasSize(2);
            change(world, spec -> spec.withReplicas(2));
            roll(world);
            assertThat(world.created("persistentvolumeclaims"))
                    .as("and taken up again")
                    .isEqualTo(2);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void claimsGoWithWhatTheyArePromisedTo(Mortality mortality) {
        List<String> kinds = List.of("PersistentVolumeClaim", "Pod", "StatefulSet");
        try (LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        StatefulSetController.of(env, as.account("statefulset-controller")),
                        VolumeControllers.claims(as.account("persistent-volume-binder")),
                        GarbageController.of(
                                as.account("generic-garbage-collector"),
                                ResourceTable.builtIn().types().stream()
                                        .filter(type -> kinds.contains(type.kind()))
                                        .toList())))) {
            converged(
                    world, 3, spec -> withClaim(spec).withNewPersistentVolumeClaimRetentionPolicy("Delete", "Delete"));
            assertThat(world.all(PersistentVolumeClaim.class))
                    .allSatisfy(claim -> assertThat(claim.getMetadata().getOwnerReferences())
                            .extracting(OwnerReference::getKind)
                            .containsExactly("StatefulSet"));
            change(world, spec -> spec.withReplicas(1));
            roll(world);
            assertThat(world.names(PersistentVolumeClaim.class)).containsExactly("data-db-0");
            change(world, spec -> spec.withReplicas(2));
            roll(world);
            assertThat(world.names(PersistentVolumeClaim.class)).containsExactly("data-db-0", "data-db-1");
            world.objects(StatefulSet.class).delete(DB, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(PersistentVolumeClaim.class)).isEmpty();
            assertThat(world.all(Pod.class)).isEmpty();
        }
    }

    @Test
    void ordinalsMayBeginElsewhere() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(world, 2, spec -> spec.withNewOrdinals(5));
            assertThat(world.names(Pod.class)).containsExactly("db-5", "db-6");
        }
    }

    @Test
    void saysWhatItDoesInKubernetesWords() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            converged(world, 1, StatefulSetControllerTest::withClaim);
            change(world, spec -> spec.withReplicas(0));
            world.settle();
            assertThat(world.events())
                    .containsExactlyInAnyOrder(
                            "Normal SuccessfulCreate Create Claim data-db-0 Pod db-0 in StatefulSet db success",
                            "Normal SuccessfulCreate Create Pod db-0 in StatefulSet db successful",
                            "Normal SuccessfulDelete Delete Pod db-0 in StatefulSet db successful");
        }
    }

    private static StatefulSetFluent<StatefulSetBuilder>.SpecNested<StatefulSetBuilder> withClaim(
            StatefulSetFluent<StatefulSetBuilder>.SpecNested<StatefulSetBuilder> spec) {
        return spec.addNewVolumeClaimTemplate()
                .withNewMetadata()
                .withName("data")
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withNewResources()
                .addToRequests("storage", new Quantity("1Gi"))
                .endResources()
                .endSpec()
                .endVolumeClaimTemplate();
    }

    private static void create(
            LoopWorld world,
            int replicas,
            UnaryOperator<StatefulSetFluent<StatefulSetBuilder>.SpecNested<StatefulSetBuilder>> edit) {
        world.create(edit.apply(new StatefulSetBuilder(Samples.statefulSet("db", replicas)).editSpec())
                .endSpec()
                .build());
    }

    private static void converged(
            LoopWorld world,
            int replicas,
            UnaryOperator<StatefulSetFluent<StatefulSetBuilder>.SpecNested<StatefulSetBuilder>> edit) {
        create(world, replicas, edit);
        roll(world);
        assertThat(world.names(Pod.class)).hasSize(replicas);
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
            LoopWorld world, UnaryOperator<StatefulSetFluent<StatefulSetBuilder>.SpecNested<StatefulSetBuilder>> edit) {
        world.objects(StatefulSet.class)
                .update(edit.apply(new StatefulSetBuilder(
                                        world.objects(StatefulSet.class).get(DB))
                                .editSpec())
                        .endSpec()
                        .build());
    }

    private static StatefulSetStatus status(LoopWorld world) {
        return world.objects(StatefulSet.class).get(DB).getStatus();
    }

    private static Pod pod(LoopWorld world, int ordinal) {
        return world.objects(Pod.class).get(new ObjectKey(Samples.NAMESPACE, "db-" + ordinal));
    }

    private static List<String> images(LoopWorld world) {
        return world.all(Pod.class).stream()
                .map(pod -> pod.getSpec().getContainers().getFirst().getImage())
                .toList();
    }
}
