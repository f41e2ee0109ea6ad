package dev.setpoint.controllers.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GarbageControllerTest {
    private static final List<String> KINDS =
            List.of("ConfigMap", "Secret", "Pod", "ReplicaSet", "Deployment", "PersistentVolume");

    private static List<ResourceType> types() {
        return GarbageController.collectable(ResourceTable.builtIn().types()).stream()
                .filter(type -> KINDS.contains(type.kind()))
                .toList();
    }

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality, (_, as) -> List.of(GarbageController.of(as.account("generic-garbage-collector"), types())));
    }

    @ParameterizedTest
    @EnumSource
    void whatAnOwnerLeavesBehindGoes(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap owner = create(world, "owner");
            ConfigMap child = create(world, "child", reference(owner));
            create(world, "grandchild", reference(child));
            world.settle();
            world.assertQuiet();
            delete(world, "owner", Propagation.BACKGROUND);
            world.settle();
            assertThat(world.all(ConfigMap.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOwnerThatNeverWasIsNoOwner(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            create(world, "namesake");
            create(
                    world,
                    "lost",
                    new OwnerReferenceBuilder(reference(create(world, "kept")))
                            .withName("absent")
                            .withUid("00000000-0000-4000-8000-000000000abc")
                            .build());
            create(
                    world,
                    "deceived",
                    new OwnerReferenceBuilder(reference(create(world, "other")))
                            .withName("namesake")
                            .withUid("00000000-0000-4000-8000-000000000abd")
                            .build());
            world.settle();
            assertThat(world.names(ConfigMap.class)).containsExactly("kept", "namesake", "other");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneLivingOwnerIsEnough(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap one = create(world, "one");
            ConfigMap two = create(world, "two");
            create(world, "child", reference(one), reference(two));
            world.settle();
            delete(world, "one", Propagation.BACKGROUND);
            world.settle();
            assertThat(owners(world, "child")).containsExactly("two");
            delete(world, "two", Propagation.FOREGROUND);
            world.settle();
            assertThat(world.all(ConfigMap.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void inTheForegroundTheOwnerWaits(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap owner = create(world, "owner");
            held(world, "child", reference(owner));
            world.settle();
            delete(world, "owner", Propagation.FOREGROUND);
            world.settle();
            assertThat(get(world, "child").getMetadata().getDeletionTimestamp()).isNotNull();
            assertThat(get(world, "owner").getMetadata().getFinalizers()).containsExactly("foregroundDeletion");
            world.assertQuiet();
            release(world, "child");
            world.settle();
            assertThat(world.all(ConfigMap.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void inTheForegroundADependentThatDoesNotBlockIsNotWaitedFor(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap owner = create(world, "owner");
            held(
                    world,
                    "child",
                    new OwnerReferenceBuilder(reference(owner))
                            .withBlockOwnerDeletion(false)
                            .build());
            world.settle();
            delete(world, "owner", Propagation.FOREGROUND);
            world.settle();
            assertThat(world.names(ConfigMap.class)).containsExactly("child");
            assertThat(get(world, "child").getMetadata().getDeletionTimestamp()).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void orphansStayAndForgetTheirOwner(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap owner = create(world, "owner");
            ConfigMap other = create(world, "other");
            create(world, "child", reference(owner));
            create(world, "shared", reference(owner), reference(other));
            world.settle();
            delete(world, "owner", Propagation.ORPHAN);
            world.settle();
            assertThat(world.names(ConfigMap.class)).containsExactly("child", "other", "shared");
            assertThat(owners(world, "child")).isEmpty();
            assertThat(owners(world, "shared")).containsExactly("other");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCircleInTheForegroundIsBroken(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap one = create(world, "one");
            ConfigMap two = create(world, "two", reference(one));
            ConfigMap three = create(world, "three", reference(two));
            world.objects(ConfigMap.class)
                    .update(get(world, "one")
                            .edit()
                            .editMetadata()
                            .withOwnerReferences(reference(three))
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(world.names(ConfigMap.class)).hasSize(3);
            delete(world, "one", Propagation.FOREGROUND);
            world.pass(Duration.ofMinutes(1));
            assertThat(world.all(ConfigMap.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClusterScopedOwnerOwnsAcrossNamespaces(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.cluster.createNamespace("somewhere");
            PersistentVolume owner = world.create(new PersistentVolumeBuilder()
                    .withNewMetadata()
                    .withName("volume")
                    .endMetadata()
                    .withNewSpec()
                    .withCapacity(Map.of("storage", new Quantity("1Gi")))
                    .withAccessModes("ReadWriteOnce")
                    .withNewHostPath()
                    .withPath("/data")
                    .endHostPath()
                    .endSpec()
                    .build());
            world.create(new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace("somewhere")
                    .withName("key")
                    .withOwnerReferences(reference(owner))
                    .endMetadata()
                    .build());
            world.settle();
            assertThat(world.names(Secret.class)).containsExactly("key");
            world.objects(PersistentVolume.class)
                    .update(owner.edit()
                            .editMetadata()
                            .withFinalizers(List.of())
                            .endMetadata()
                            .build());
            world.objects(PersistentVolume.class).delete(owner);
            world.settle();
            assertThat(world.all(Secret.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeletedDeploymentTakesEverythingWithIt(Mortality mortality) {
        try (LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        DeploymentController.of(env, as.account("deployment-controller")),
                        ReplicaSetController.of(env, as.account("replicaset-controller")),
                        GarbageController.of(as.account("generic-garbage-collector"), types())))) {
            Deployment web = world.create(Samples.deployment("web", 3));
            world.settle();
            assertThat(world.all(Pod.class)).hasSize(3);
            world.objects(Deployment.class)
                    .delete(
                            ObjectKey.of(web),
                            new DeleteOptions(
                                    Propagation.FOREGROUND, OptionalLong.empty(), Optional.empty(), Optional.empty()));
            world.settle();
            assertThat(world.all(Deployment.class)).isEmpty();
            assertThat(world.all(ReplicaSet.class)).isEmpty();
            assertThat(world.all(Pod.class)).isEmpty();
            assertThat(world.created("pods")).isEqualTo(3);
        }
    }

    /// The cache does not show the owner: only the server knows that it is there.
    @Test
    void anOwnerThatNoCacheShowsIsLookedUp() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.settle();
            world.faults.hold("secrets");
            Secret owner = world.create(new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace(Samples.NAMESPACE)
                    .withName("owner")
                    .endMetadata()
                    .build());
            create(world, "child", reference(owner));
            world.settle();
            assertThat(world.names(ConfigMap.class)).containsExactly("child");
            // It goes without any cache ever having shown it, so no event can tell.
            world.objects(Secret.class).delete(owner);
            world.pass(Duration.ofSeconds(10));
            assertThat(world.all(ConfigMap.class)).isEmpty();
        }
    }

    private static ConfigMap create(LoopWorld world, String name, OwnerReference... owners) {
        return world.create(configMap(name, owners).build());
    }

    private static void held(LoopWorld world, String name, OwnerReference... owners) {
        world.create(configMap(name, owners)
                .editMetadata()
                .withFinalizers("example.com/hold")
                .endMetadata()
                .build());
    }

    private static ConfigMapBuilder configMap(String name, OwnerReference... owners) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName(name)
                .withOwnerReferences(owners)
                .endMetadata();
    }

    private static void release(LoopWorld world, String name) {
        world.objects(ConfigMap.class)
                .update(get(world, name)
                        .edit()
                        .editMetadata()
                        .withFinalizers(List.of())
                        .endMetadata()
                        .build());
    }

    private static void delete(LoopWorld world, String name, Propagation propagation) {
        world.objects(ConfigMap.class)
                .delete(
                        new ObjectKey(Samples.NAMESPACE, name),
                        new DeleteOptions(propagation, OptionalLong.empty(), Optional.empty(), Optional.empty()));
    }

    private static ConfigMap get(LoopWorld world, String name) {
        return world.objects(ConfigMap.class).get(new ObjectKey(Samples.NAMESPACE, name));
    }

    private static List<String> owners(LoopWorld world, String name) {
        return get(world, name).getMetadata().getOwnerReferences().stream()
                .map(OwnerReference::getName)
                .toList();
    }

    private static OwnerReference reference(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withBlockOwnerDeletion(true)
                .build();
    }
}
