package dev.setpoint.controllers.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NamespaceControllerTest {
    private static final ObjectKey NAMESPACE = ObjectKey.cluster(Samples.NAMESPACE);

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality,
                (env, as) -> List.of(NamespaceController.of(
                        env,
                        as.account("namespace-controller"),
                        ResourceTable.builtIn().types())));
    }

    @ParameterizedTest
    @EnumSource
    void aNamespaceGoesWithEverythingInIt(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(configMap().build());
            world.create(secret(Samples.NAMESPACE));
            world.cluster.createNamespace("elsewhere");
            world.create(secret("elsewhere"));
            world.create(Samples.pod("pod", Map.of()));
            world.settle();
            world.assertQuiet();
            world.objects(Namespace.class).delete(NAMESPACE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(Namespace.class).find(NAMESPACE)).isEmpty();
            assertThat(world.all(ConfigMap.class)).isEmpty();
            assertThat(world.all(Pod.class)).isEmpty();
            assertThat(world.all(Secret.class))
                    .extracting(secret -> secret.getMetadata().getNamespace())
                    .containsExactly("elsewhere");
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatHoldsItAndEndsWhenThatLetsGo(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap held = world.create(configMap()
                    .editMetadata()
                    .withFinalizers("example.com/hold")
                    .endMetadata()
                    .build());
            world.create(secret(Samples.NAMESPACE));
            world.objects(Namespace.class).delete(NAMESPACE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(Secret.class)).isEmpty();
            assertThat(conditions(world))
                    .extracting(
                            NamespaceCondition::getType,
                            NamespaceCondition::getStatus,
                            NamespaceCondition::getReason,
                            NamespaceCondition::getMessage)
                    .containsExactly(
                            tuple(
                                    "NamespaceDeletionDiscoveryFailure",
                                    "False",
                                    "ResourcesDiscovered",
                                    "All resources successfully discovered"),
                            tuple(
                                    "NamespaceDeletionGroupVersionParsingFailure",
                                    "False",
                                    "ParsedGroupVersions",
                                    "All legacy kube types successfully parsed"),
                            tuple(
                                    "NamespaceDeletionContentFailure",
                                    "False",
                                    "ContentDeleted",
                                    "All content successfully deleted, may be waiting on finalization"),
                            tuple(
                                    "NamespaceContentRemaining",
                                    "True",
                                    "SomeResourcesRemain",
                                    "Some resources are remaining: configmaps. has 1 resource instances"),
                            tuple(
                                    "NamespaceFinalizersRemaining",
                                    "True",
                                    "SomeFinalizersRemain",
                                    "Some content in the namespace has finalizers remaining: example.com/hold in 1"
                                            + " resource instances"));
            world.assertQuiet();
            ConfigMap now = world.objects(ConfigMap.class).get(ObjectKey.of(held));
            world.objects(ConfigMap.class)
                    .update(now.edit()
                            .editMetadata()
                            .withFinalizers(List.of())
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(world.objects(Namespace.class).find(NAMESPACE)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void podsGoBeforeWhatTheyNeed(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            Pod pod = world.create(new PodBuilder(Samples.pod("pod", Map.of()))
                    .editMetadata()
                    .withFinalizers("example.com/ending")
                    .endMetadata()
                    .build());
            world.create(secret(Samples.NAMESPACE));
            world.objects(Namespace.class).delete(NAMESPACE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(Pod.class)).allMatch(left -> left.getMetadata().getDeletionTimestamp() != null);
            assertThat(world.all(Secret.class)).as("the pod may still need it").hasSize(1);
            Pod now = world.objects(Pod.class).get(ObjectKey.of(pod));
            world.objects(Pod.class)
                    .update(now.edit()
                            .editMetadata()
                            .withFinalizers(List.of())
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(world.all(Secret.class)).isEmpty();
            assertThat(world.objects(Namespace.class).find(NAMESPACE)).isEmpty();
        }
    }

    @Test
    void aRefusedDeletionIsACondition() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(secret(Samples.NAMESPACE));
            for (int refused = 0; refused < 4; refused++) {
                world.faults.failNext(
                        call -> call.is("deletecollection", "secrets"),
                        new ApiError.Unavailable("not now"),
                        FaultSwitches.When.BEFORE);
            }
            world.objects(Namespace.class).delete(NAMESPACE, DeleteOptions.DEFAULT);
            world.env.settle();
            assertThat(conditions(world))
                    .filteredOn(condition -> condition.getType().equals("NamespaceDeletionContentFailure"))
                    .extracting(
                            NamespaceCondition::getStatus,
                            NamespaceCondition::getReason,
                            NamespaceCondition::getMessage)
                    .containsExactly(tuple(
                            "True",
                            "ContentDeletionFailed",
                            "Failed to delete all resource types, 1 remaining: not now"));
            world.settle();
            assertThat(world.objects(Namespace.class).find(NAMESPACE)).isEmpty();
        }
    }

    @Test
    void whatNoCacheShowsIsFoundByTheLastLook() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.settle();
            world.faults.hold("secrets");
            world.create(secret(Samples.NAMESPACE));
            world.objects(Namespace.class).delete(NAMESPACE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(Secret.class)).isEmpty();
            assertThat(world.objects(Namespace.class).find(NAMESPACE)).isEmpty();
        }
    }

    private static List<NamespaceCondition> conditions(LoopWorld world) {
        return world.objects(Namespace.class).get(NAMESPACE).getStatus().getConditions();
    }

    private static ConfigMapBuilder configMap() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("map")
                .endMetadata();
    }

    private static Secret secret(String namespace) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("secret")
                .endMetadata()
                .build();
    }
}
