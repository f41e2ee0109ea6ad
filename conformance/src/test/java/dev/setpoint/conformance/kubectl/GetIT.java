package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// `kubectl get` in its forms.
@ExtendWith(ClusterExtension.class)
class GetIT {
    private static Kubectl filled(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(
                Manifests.several(
                        Manifests.configMap("first", "1"),
                        Manifests.configMap("second", "2").replace("part: one", "part: two"),
                        Manifests.deployment("web", 2)),
                "apply",
                "-f",
                "-");
        return kubectl;
    }

    @OldestAndNewest
    void printsTables(String version, Cluster cluster) {
        Kubectl kubectl = filled(version, cluster);
        assertThat(kubectl.table("get", "configmaps", "-l", "part"))
                .containsExactly("NAME DATA AGE", "first 2 AGE", "second 2 AGE");
        assertThat(kubectl.table("get", "cm", "first", "--no-headers")).containsExactly("first 2 AGE");
        assertThat(kubectl.table("get", "cm", "-l", "part", "-L", "part"))
                .containsExactly("NAME DATA AGE PART", "first 2 AGE one", "second 2 AGE two");
        assertThat(kubectl.table("get", "cm", "first", "--show-labels"))
                .containsExactly("NAME DATA AGE LABELS", "first 2 AGE part=one");
        kubectl.run("rollout", "status", "deployment/web", "--timeout=60s");
        assertThat(kubectl.table("get", "deploy", "web"))
                .containsExactly("NAME READY UP-TO-DATE AVAILABLE AGE", "web 2/2 2 2 AGE");
        assertThat(kubectl.table("get", "deploy", "web", "-o", "wide"))
                .containsExactly(
                        "NAME READY UP-TO-DATE AVAILABLE AGE CONTAINERS IMAGES SELECTOR",
                        "web 2/2 2 2 AGE c nginx:1 app=web");
        assertThat(kubectl.table("get", "deploy/web", "cm/first"))
                .contains("deployment.apps/web 2/2 2 2 AGE", "configmap/first 2 AGE");
        assertThat(kubectl.run("get", "all")).contains("pod/web-").contains("replicaset.apps/web-");
        assertThat(kubectl.table("get", "nodes", "-o", "wide").getFirst())
                .isEqualTo("NAME STATUS ROLES AGE VERSION INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION"
                        + " CONTAINER-RUNTIME");
        assertThat(kubectl.table("get", "ns")).contains("NAME STATUS AGE", "kube-system Active AGE");
    }

    @OldestAndNewest
    void printsObjects(String version, Cluster cluster) {
        Kubectl kubectl = filled(version, cluster);
        assertThat(kubectl.run("get", "cm", "first", "-o", "yaml"))
                .startsWith("apiVersion: v1\ndata:\n  a: \"1\"\n  b: fixed\nkind: ConfigMap\n")
                .doesNotContain("managedFields");
        assertThat(kubectl.run("get", "cm", "first", "-o", "yaml", "--show-managed-fields"))
                .contains("manager: kubectl-client-side-apply");
        assertThat(kubectl.run("get", "cm", "first", "-o", "json")).contains("\"a\": \"1\"");
        assertThat(kubectl.run("get", "cm", "-l", "part=two", "-o", "yaml")).contains("kind: List");
        assertThat(kubectl.run("get", "cm", "-l", "part", "-o", "name"))
                .isEqualTo("configmap/first\nconfigmap/second\n");
        assertThat(kubectl.run("get", "cm", "first", "-o", "jsonpath={.data.a}"))
                .isEqualTo("1");
        assertThat(kubectl.run("get", "cm", "first", "-o", "go-template={{.data.b}}"))
                .isEqualTo("fixed");
        assertThat(kubectl.table("get", "cm", "-l", "part", "-o", "custom-columns=N:.metadata.name,A:.data.a"))
                .containsExactly("N A", "first 1", "second 2");
    }

    @OldestAndNewest
    void selectsAndSorts(String version, Cluster cluster) {
        Kubectl kubectl = filled(version, cluster);
        assertThat(kubectl.run("get", "cm", "-l", "part in (two, three)", "-o", "name"))
                .isEqualTo("configmap/second\n");
        assertThat(kubectl.run("get", "cm", "--field-selector", "metadata.name=first", "-o", "name"))
                .isEqualTo("configmap/first\n");
        assertThat(kubectl.attempt("get", "cm", "--field-selector", "data.a=1").err())
                .contains("\"data.a\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        assertThat(kubectl.run("get", "cm", "-l", "part", "--sort-by={.data.a}", "-o", "name"))
                .isEqualTo("configmap/first\nconfigmap/second\n");
        kubectl.until(
                names -> Kubectl.lines(names).count() == 2,
                "get",
                "pods",
                "--field-selector",
                "status.phase=Running",
                "-o",
                "name");
        assertThat(kubectl.run("get", "cm", "-A", "-l", "part=two", "-o", "custom-columns=NS:.metadata.namespace"))
                .contains(kubectl.namespace());
        assertThat(kubectl.run("get", "cm", "-l", "part", "--chunk-size=1", "-o", "name"))
                .isEqualTo("configmap/first\nconfigmap/second\n");
    }

    @OldestAndNewest
    void showsSubresourcesAndChanges(String version, Cluster cluster) {
        Kubectl kubectl = filled(version, cluster);
        assertThat(kubectl.run(
                        "get", "deploy", "web", "--subresource=scale", "-o", "jsonpath={.kind} {.spec.replicas}"))
                .isEqualTo("Scale 2");
        assertThat(kubectl.run("get", "deploy", "web", "--subresource=status", "-o", "name"))
                .isEqualTo("deployment.apps/web\n");
        kubectl.run("rollout", "status", "deployment/web", "--timeout=60s");
        assertThat(kubectl.attempt("get", "cm", "first", "-w", "--request-timeout=1s", "-o", "name")
                        .out())
                .isEqualTo("configmap/first\n");
    }
}
