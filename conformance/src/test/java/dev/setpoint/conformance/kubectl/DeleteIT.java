package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// `delete` with its flags, and `wait`.
@ExtendWith(ClusterExtension.class)
class DeleteIT {
    @OldestAndNewest
    void deletes(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        for (String name : new String[] {"one", "two", "three"}) {
            kubectl.feed(Manifests.configMap(name, "1"), "create", "-f", "-");
        }
        assertThat(kubectl.run("delete", "cm", "one")).isEqualTo("configmap \"one\" deleted\n");
        assertThat(kubectl.attempt("delete", "cm", "one").err())
                .isEqualTo("Error from server (NotFound): configmaps \"one\" not found\n");
        assertThat(kubectl.run("delete", "cm", "one", "--ignore-not-found")).isEmpty();
        assertThat(kubectl.run("delete", "cm", "two", "--dry-run=server"))
                .isEqualTo("configmap \"two\" deleted (server dry run)\n");
        assertThat(kubectl.feed(Manifests.configMap("two", "1"), "delete", "-f", "-"))
                .isEqualTo("configmap \"two\" deleted\n");
        assertThat(kubectl.run("delete", "cm", "-l", "part=one")).isEqualTo("configmap \"three\" deleted\n");
        assertThat(kubectl.run("delete", "cm", "-l", "part=one")).isEqualTo("No resources found\n");
    }

    @OldestAndNewest
    void deletesWhatIsBeneathOrLeavesIt(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(
                Manifests.several(Manifests.deployment("kept", 1), Manifests.deployment("gone", 1)),
                "apply",
                "-f",
                "-");
        kubectl.run("rollout", "status", "deploy/kept", "--timeout=60s");
        kubectl.run("rollout", "status", "deploy/gone", "--timeout=60s");
        assertThat(kubectl.run("delete", "deploy", "kept", "--cascade=orphan"))
                .isEqualTo("deployment.apps \"kept\" deleted\n");
        assertThat(kubectl.run("delete", "deploy", "gone", "--cascade=foreground"))
                .isEqualTo("deployment.apps \"gone\" deleted\n");
        assertThat(kubectl.run("get", "rs", "-l", "app=gone", "-o", "name")).isEmpty();
        assertThat(kubectl.run("get", "rs,pods", "-l", "app=kept", "-o", "name"))
                .contains("replicaset.apps/kept-")
                .contains("pod/kept-");
        assertThat(kubectl.run("get", "rs", "-l", "app=kept", "-o", "jsonpath={.items[0].metadata.ownerReferences}"))
                .isEmpty();
        String pod = kubectl.run("get", "pods", "-l", "app=kept", "-o", "jsonpath={.items[0].metadata.name}");
        assertThat(kubectl.attempt("delete", "pod", pod, "--grace-period=0", "--force")
                        .all())
                .contains("pod \"" + pod + "\" force deleted");
        assertThat(kubectl.run("delete", "rs", "--all", "--wait=false")).contains("replicaset.apps \"kept-");
    }

    @OldestAndNewest
    void waits(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(
                Manifests.several(Manifests.configMap("conf", "1"), Manifests.deployment("web", 1)),
                "apply",
                "-f",
                "-");
        assertThat(kubectl.run("wait", "--for=condition=Available", "deploy/web", "--timeout=60s"))
                .isEqualTo("deployment.apps/web condition met\n");
        assertThat(kubectl.run("wait", "--for=jsonpath={.data.a}=1", "cm/conf", "--timeout=60s"))
                .isEqualTo("configmap/conf condition met\n");
        assertThat(kubectl.attempt("wait", "--for=jsonpath={.data.a}=2", "cm/conf", "--timeout=1s")
                        .err())
                .isEqualTo("error: timed out waiting for the condition on configmaps/conf\n");
        kubectl.run(
                "patch", "cm", "conf", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
        kubectl.run("delete", "cm", "conf", "--wait=false");
        assertThat(kubectl.attempt("wait", "--for=delete", "cm/conf", "--timeout=1s")
                        .exit())
                .isEqualTo(1);
        kubectl.run("patch", "cm", "conf", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(kubectl.attempt("wait", "--for=delete", "cm/conf", "--timeout=60s")
                        .exit())
                .isZero();
    }

    @OldestAndNewest
    void deletesNamespaces(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.configMap("conf", "1"), "create", "-f", "-");
        assertThat(kubectl.run("delete", "namespace", kubectl.namespace()))
                .isEqualTo("namespace \"" + kubectl.namespace() + "\" deleted\n");
        // On "not found" kubectl looks whether the namespace is there at all.
        assertThat(kubectl.attempt("get", "cm", "conf").err())
                .isEqualTo("Error from server (NotFound): namespaces \"" + kubectl.namespace() + "\" not found\n");
    }
}
