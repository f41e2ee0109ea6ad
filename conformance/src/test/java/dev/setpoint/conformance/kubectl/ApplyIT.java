package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `apply`, `diff` and `replace`, on this side and on the server's.
@ExtendWith(ClusterExtension.class)
class ApplyIT {
    @OldestAndNewest
    void appliesWhatChanged(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String both = Manifests.several(Manifests.configMap("conf", "1"), Manifests.deployment("web", 0));
        assertThat(kubectl.feed(both, "apply", "-f", "-"))
                .isEqualTo("configmap/conf created\ndeployment.apps/web created\n");
        assertThat(kubectl.feed(both, "apply", "-f", "-"))
                .isEqualTo("configmap/conf unchanged\ndeployment.apps/web unchanged\n");
        String changed = Manifests.configMap("conf", "2").replace(", b: fixed", "");
        assertThat(kubectl.feed(changed, "apply", "--dry-run=server", "-f", "-"))
                .isEqualTo("configmap/conf configured (server dry run)\n");
        Kubectl.Result diff = kubectl.attemptWith(changed, "diff", "-f", "-");
        assertThat(diff.exit()).isEqualTo(1);
        assertThat(diff.out().lines()).contains("-  a: \"1\"", "+  a: \"2\"", "-  b: fixed");
        assertThat(kubectl.feed(changed, "apply", "-f", "-")).isEqualTo("configmap/conf configured\n");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.data}")).isEqualTo("{\"a\":\"2\"}");
        assertThat(kubectl.attemptWith(changed, "diff", "-f", "-").exit()).isZero();
        assertThat(kubectl.run("apply", "view-last-applied", "configmap/conf")).contains("a: \"2\"");
        assertThat(kubectl.attemptWith(changed + "bogus: 1\n", "apply", "-f", "-")
                        .err())
                .contains("unknown field \"bogus\"");
    }

    @OldestAndNewest
    void keepsTheListsOfOthers(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.deployment("web", 0), "apply", "-f", "-");
        kubectl.run(
                "patch",
                "deployment",
                "web",
                "-p",
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"image\":\"side:1\"}]}}}}");
        String changed = Manifests.deployment("web", 0).replace("nginx:1", "nginx:2");
        assertThat(kubectl.feed(changed, "apply", "-f", "-")).isEqualTo("deployment.apps/web configured\n");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.template.spec.containers[*].image}")
                        .split(" "))
                .containsExactlyInAnyOrder("nginx:2", "side:1");
    }

    @OldestAndNewest
    void appliesOnTheServer(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String[] server = {"apply", "--server-side", "-f", "-"};
        assertThat(kubectl.feed(Manifests.configMap("conf", "1"), server))
                .isEqualTo("configmap/conf serverside-applied\n");
        String changed = Manifests.configMap("conf", "2");
        Kubectl.Result conflict =
                kubectl.attemptWith(changed, "apply", "--server-side", "--field-manager=other", "-f", "-");
        assertThat(conflict.exit()).isEqualTo(1);
        assertThat(conflict.err())
                .startsWith("error: Apply failed with 1 conflict: conflict with \"kubectl\": .data.a\n");
        Kubectl.Result diff = kubectl.attemptWith(
                changed, "diff", "--server-side", "--force-conflicts", "--field-manager=other", "-f", "-");
        assertThat(diff.exit()).isEqualTo(1);
        assertThat(diff.out().lines()).contains("-  a: \"1\"", "+  a: \"2\"");
        assertThat(kubectl.feed(
                        changed, "apply", "--server-side", "--force-conflicts", "--field-manager=other", "-f", "-"))
                .isEqualTo("configmap/conf serverside-applied\n");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.data.a}")).isEqualTo("2");
        assertThat(kubectl.attemptWith(changed, "diff", "--server-side", "--field-manager=other", "-f", "-")
                        .exit())
                .isZero();
    }

    @OldestAndNewest
    void takesOverFromTheOtherSide(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.configMap("conf", "1"), "apply", "-f", "-");
        kubectl.feed(Manifests.configMap("conf", "2"), "apply", "--server-side", "-f", "-");
        kubectl.feed(Manifests.configMap("conf", "2").replace(", b: fixed", ""), "apply", "--server-side", "-f", "-");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.data}")).isEqualTo("{\"a\":\"2\"}");
    }

    @OldestAndNewest
    void replaces(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        Kubectl.Result none = kubectl.attemptWith(Manifests.configMap("conf", "1"), "replace", "-f", "-");
        assertThat(none.err())
                .isEqualTo("Error from server (NotFound): error when replacing \"STDIN\": configmaps \"conf\" not"
                        + " found\n");
        kubectl.feed(Manifests.configMap("conf", "1"), "create", "-f", "-");
        assertThat(kubectl.feed(Manifests.configMap("conf", "2"), "replace", "-f", "-"))
                .isEqualTo("configmap/conf replaced\n");
        String uid = kubectl.run("get", "cm", "conf", "-o", "jsonpath={.metadata.uid}");
        assertThat(kubectl.feed(Manifests.configMap("conf", "3"), "replace", "--force", "-f", "-"))
                .isEqualTo("configmap \"conf\" deleted\nconfigmap/conf replaced\n");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.metadata.uid}"))
                .isNotEqualTo(uid);
    }

    @OldestAndNewest
    void appliesFolders(String version, Cluster cluster, @TempDir Path folder) throws IOException {
        Kubectl kubectl = cluster.kubectl(version);
        Files.writeString(folder.resolve("one.yaml"), Manifests.configMap("one", "1"));
        Files.writeString(folder.resolve("two.yaml"), Manifests.configMap("two", "1"));
        assertThat(kubectl.run("apply", "-f", folder.toString()))
                .isEqualTo("configmap/one created\nconfigmap/two created\n");
        Files.delete(folder.resolve("one.yaml"));
        assertThat(kubectl.run(
                        "apply",
                        "-f",
                        folder.toString(),
                        "--prune",
                        "-l",
                        "part=one",
                        "--prune-allowlist=core/v1/ConfigMap"))
                .contains("configmap/two unchanged\n")
                .contains("configmap/one pruned\n");
        Files.writeString(folder.resolve("kustomization.yaml"), "resources: [two.yaml]\nnameSuffix: -k\n");
        assertThat(kubectl.run("kustomize", folder.toString())).contains("name: two-k");
        assertThat(kubectl.run("apply", "-k", folder.toString())).isEqualTo("configmap/two-k created\n");
        assertThat(kubectl.run("delete", "-k", folder.toString())).isEqualTo("configmap \"two-k\" deleted\n");
    }
}
