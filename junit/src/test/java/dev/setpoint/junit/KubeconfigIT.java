package dev.setpoint.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The ways into a cluster that go through a socket.
@ControlPlane
class KubeconfigIT {
    @Test
    void theOfficialClientSeesTheSameCluster(ApiClient official, KubernetesClient client) throws ApiException {
        CoreV1Api core = new CoreV1Api(official);
        core.createNamespacedConfigMap("default", new V1ConfigMap().metadata(new V1ObjectMeta().name("official")))
                .execute();
        assertThat(client.configMaps().withName("official").get()).isNotNull();
    }

    @Test
    void aClientInAnotherProcessFindsTheClusterByItsKubeconfig(Cluster cluster) throws IOException {
        Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
        try (KubernetesClient outside =
                new KubernetesClientBuilder().withConfig(config).build()) {
            assertThat(outside.nodes().list().getItems()).hasSize(1);
        }
    }

    @Test
    void leavesNoFileBehind() {
        Path kubeconfig;
        try (Cluster cluster = Cluster.start()) {
            kubeconfig = cluster.kubeconfig();
            assertThat(kubeconfig).exists();
        }
        assertThat(kubeconfig.getParent()).doesNotExist();
    }
}
