package dev.setpoint.controllers.replicationcontroller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.ReplicationControllerStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplicationControllerControllerTest {
    private static final ObjectKey WEB = new ObjectKey(Samples.NAMESPACE, "web");

    @ParameterizedTest
    @EnumSource
    void keepsItsPodsInItsOwnName(Mortality mortality) {
        try (LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(ReplicationControllerController.of(env, as.account("replication-controller"))))) {
            world.create(Samples.pod("orphan", Map.of("app", "web")));
            world.create(controller(3));
            world.settle();
            assertThat(world.created("pods")).as("the orphan and two more").isEqualTo(3);
            assertThat(world.all(Pod.class))
                    .extracting(pod -> pod.getMetadata().getOwnerReferences().getFirst())
                    .extracting(OwnerReference::getApiVersion, OwnerReference::getKind, OwnerReference::getName)
                    .containsOnly(tuple("v1", "ReplicationController", "web"));
            world.makePodsReady();
            world.settle();
            assertThat(world.objects(ReplicationController.class).get(WEB).getStatus())
                    .extracting(
                            ReplicationControllerStatus::getReplicas,
                            ReplicationControllerStatus::getReadyReplicas,
                            ReplicationControllerStatus::getAvailableReplicas)
                    .containsExactly(3, 3, 3);
            world.assertQuiet();
        }
    }

    private static ReplicationController controller(int replicas) {
        return new ReplicationControllerBuilder()
                .withNewMetadata()
                .withName("web")
                .withNamespace(Samples.NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .addToSelector("app", "web")
                .withTemplate(Samples.template("web", "image:1"))
                .endSpec()
                .build();
    }
}
