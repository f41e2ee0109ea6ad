package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `patch` in its types, `edit`, `label`, `annotate`.
@ExtendWith(ClusterExtension.class)
class PatchIT {
    private static final String DATA = "jsonpath={.data}";

    @OldestAndNewest
    void patches(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.configMap("conf", "1"), "create", "-f", "-");
        assertThat(kubectl.run("patch", "cm", "conf", "-p", "{\"data\":{\"z\":\"1\"}}"))
                .isEqualTo("configmap/conf patched\n");
        assertThat(kubectl.run("patch", "cm", "conf", "-p", "{\"data\":{\"z\":\"1\"}}"))
                .isEqualTo("configmap/conf patched (no change)\n");
        assertThat(kubectl.run(
                        "patch", "cm", "conf", "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/data/z\"}]"))
                .isEqualTo("configmap/conf patched\n");
        assertThat(kubectl.run("patch", "cm", "conf", "--type=merge", "-p", "data: {b: null, c: '3'}"))
                .isEqualTo("configmap/conf patched\n");
        assertThat(kubectl.run("get", "cm", "conf", "-o", DATA)).isEqualTo("{\"a\":\"1\",\"c\":\"3\"}");
        Kubectl.Result wrong = kubectl.attempt(
                "patch", "cm", "conf", "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/data/z\"}]");
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.err())
                .isEqualTo("The request is invalid: the server rejected our request due to an error in our"
                        + " request\n");
        assertThat(kubectl.attempt("patch", "cm", "none", "-p", "{}").err())
                .isEqualTo("Error from server (NotFound): configmaps \"none\" not found\n");
    }

    @OldestAndNewest
    void patchesSubresources(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.deployment("web", 0), "create", "-f", "-");
        assertThat(kubectl.run(
                        "patch",
                        "deploy",
                        "web",
                        "--subresource=scale",
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"replicas\":1}}"))
                .isEqualTo("scale.autoscaling/web patched\n");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("1");
        kubectl.run(
                "patch",
                "deploy",
                "web",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"spec\":{\"replicas\":5},\"status\":{\"collisionCount\":7}}");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas} {.status.collisionCount}"))
                .isEqualTo("1 7");
    }

    @OldestAndNewest
    void edits(String version, Cluster cluster, @TempDir Path folder) throws IOException {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.configMap("conf", "1"), "create", "-f", "-");
        Path editor = folder.resolve("editor");
        Files.writeString(editor, "#!/bin/sh\nsed -i 's/b: fixed/b: edited/' \"$1\"\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwxr-xr-x"));
        Kubectl editing = kubectl.withEnvironment("KUBE_EDITOR", editor.toString());
        assertThat(editing.run("edit", "configmap", "conf")).isEqualTo("configmap/conf edited\n");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.data.b}")).isEqualTo("edited");
        assertThat(editing.attempt("edit", "configmap", "conf").all()).contains("Edit cancelled, no changes made.");
    }

    @OldestAndNewest
    void labelsAndAnnotates(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.configMap("conf", "1"), "create", "-f", "-");
        assertThat(kubectl.run("label", "cm", "conf", "x=y")).isEqualTo("configmap/conf labeled\n");
        assertThat(kubectl.attempt("label", "cm", "conf", "x=z").err())
                .isEqualTo("error: 'x' already has a value (y), and --overwrite is false\n");
        assertThat(kubectl.run("label", "--overwrite", "cm", "conf", "x=z")).isEqualTo("configmap/conf labeled\n");
        assertThat(kubectl.run("get", "cm", "-l", "x=z", "-o", "name")).isEqualTo("configmap/conf\n");
        assertThat(kubectl.run("label", "cm", "conf", "x-")).isEqualTo("configmap/conf unlabeled\n");
        assertThat(kubectl.run("annotate", "cm", "-l", "part=one", "note=here")).startsWith("configmap/conf annotate");
        assertThat(kubectl.run("get", "cm", "conf", "-o", "jsonpath={.metadata.annotations.note}"))
                .isEqualTo("here");
        assertThat(kubectl.run("annotate", "cm", "conf", "note-")).startsWith("configmap/conf annotate");
        assertThat(kubectl.attempt("label", "cm", "conf", "bad=a b").err()).contains("a valid label must be");
    }
}
