package @package@;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.junit.Clock;
import dev.setpoint.junit.Cluster;
import dev.setpoint.junit.ControlPlane;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The operator in a whole cluster: its Deployment gets pods, and they get ready.
@ControlPlane
class @Kind@Test {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    KubernetesClient client;

    @BeforeEach
    void start(Cluster cluster) {
        client.resource(Definition.load()).create();
        cluster.run("@name@-operator", @Kind@Reconciler.controller());
    }

    @Test
    void getsReady(Clock clock) {
        client.resource(example(2)).create();
        assertThat(clock.advanceUntil(LIMIT, () -> ready() == 2)).isTrue();
    }

    @Test
    void comesBackWhenSomebodyDeletesWhatItMade(Clock clock) {
        client.resource(example(1)).create();
        assertThat(clock.advanceUntil(LIMIT, () -> ready() == 1)).isTrue();
        String before = deployment();

        client.apps().deployments().withName("example").delete();
        assertThat(clock.advanceUntil(LIMIT, () -> !deployment().equals(before) && ready() == 1))
                .isTrue();
    }

    private String deployment() {
        Deployment found = client.apps().deployments().withName("example").get();
        return found == null ? "" : found.getMetadata().getUid();
    }

    private int ready() {
        @Kind@ found = client.resources(@Kind@.class).withName("example").get();
        return found.getStatus() == null ? 0 : found.getStatus().readyReplicas();
    }

    static @Kind@ example(int replicas) {
        @Kind@ object = new @Kind@();
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName("example")
                .build());
        object.setSpec(new @Kind@.Spec("nginx:1.27", replicas));
        return object;
    }
}
