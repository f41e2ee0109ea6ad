package dev.setpoint.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// A static field: one cluster for the class.
@ControlPlane(nodes = 0)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SharedClusterTest {
    @SuppressWarnings("NullAway.Init") // Filled in by the extension.
    static KubernetesClient shared;

    @SuppressWarnings("NullAway.Init") // Filled in by the extension.
    Cluster cluster;

    @Test
    @Order(1)
    void whatOneTestMakes(KubernetesClient client) {
        assertThat(client).isSameAs(shared).isSameAs(cluster.client());
        client.configMaps().resource(ControlPlaneTest.map("kept", "1")).create();
    }

    @Test
    @Order(2)
    void theNextOneFinds() {
        assertThat(shared.configMaps().withName("kept").get()).isNotNull();
    }

    @Nested
    class Within {
        @Test
        void everyNestedTestFindsItToo(Cluster same) {
            assertThat(same).isSameAs(cluster);
        }
    }
}
