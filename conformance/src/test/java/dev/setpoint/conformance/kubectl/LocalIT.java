package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the kubeconfig that the server writes is good for.
@ExtendWith(ClusterExtension.class)
class LocalIT {
    @OldestAndNewest
    void readsTheKubeconfig(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String context = kubectl.run("config", "current-context").strip();
        assertThat(context).isNotEmpty();
        assertThat(kubectl.run("config", "get-contexts", "-o", "name")).isEqualTo(context + "\n");
        assertThat(kubectl.run("config", "view", "--minify", "-o", "jsonpath={.clusters[0].cluster.server}"))
                .isEqualTo("https://127.0.0.1:" + cluster.server().port());
        assertThat(kubectl.run("config", "view")).contains("DATA+OMITTED").doesNotContain("BEGIN");
        assertThat(kubectl.run("completion", "bash")).contains("__start_kubectl");
    }
}
