package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// `scale`, `set` and `rollout`.
@ExtendWith(ClusterExtension.class)
class RolloutIT {
    private static Kubectl withDeployment(String version, Cluster cluster, int replicas) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.deployment("web", replicas), "apply", "-f", "-");
        return kubectl;
    }

    @OldestAndNewest
    void scales(String version, Cluster cluster) {
        Kubectl kubectl = withDeployment(version, cluster, 0);
        assertThat(kubectl.run("scale", "deployment", "web", "--replicas=1")).isEqualTo("deployment.apps/web scaled\n");
        assertThat(kubectl.attempt("scale", "deployment", "web", "--replicas=2", "--current-replicas=9")
                        .err())
                .isEqualTo("error: Expected replicas to be 9, was 1\n");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("1");
        assertThat(kubectl.attempt("scale", "deployment", "none", "--replicas=1")
                        .err())
                .startsWith("error: no objects passed to scale");
    }

    @OldestAndNewest
    void setsParts(String version, Cluster cluster) {
        Kubectl kubectl = withDeployment(version, cluster, 0);
        assertThat(kubectl.run("set", "image", "deploy/web", "c=nginx:2"))
                .isEqualTo("deployment.apps/web image updated\n");
        assertThat(kubectl.run("set", "env", "deploy/web", "A=B")).isEqualTo("deployment.apps/web env updated\n");
        assertThat(kubectl.run("set", "env", "deploy/web", "--list")).contains("A=B");
        assertThat(kubectl.run("set", "resources", "deploy/web", "--limits=cpu=100m"))
                .isEqualTo("deployment.apps/web resource requirements updated\n");
        assertThat(kubectl.run("set", "serviceaccount", "deploy/web", "robot"))
                .isEqualTo("deployment.apps/web serviceaccount updated\n");
        String container = "{.spec.template.spec.containers[0]";
        assertThat(kubectl.run(
                        "get",
                        "deploy",
                        "web",
                        "-o",
                        "jsonpath=" + container + ".image} " + container + ".env[0].value} " + container
                                + ".resources.limits.cpu} {.spec.template.spec.serviceAccountName}"))
                .isEqualTo("nginx:2 B 100m robot");
        kubectl.run("create", "service", "clusterip", "svc", "--tcp=80");
        assertThat(kubectl.run("set", "selector", "svc", "svc", "app=other"))
                .isEqualTo("service/svc selector updated\n");
        kubectl.run("create", "role", "r", "--verb=get", "--resource=pods");
        kubectl.run("create", "rolebinding", "rb", "--role=r", "--user=ann");
        assertThat(kubectl.run("set", "subject", "rolebinding", "rb", "--user=bob"))
                .isEqualTo("rolebinding.rbac.authorization.k8s.io/rb subjects updated\n");
        assertThat(kubectl.run("get", "rolebinding", "rb", "-o", "jsonpath={.subjects[*].name}"))
                .isEqualTo("ann bob");
    }

    @OldestAndNewest
    void rollsOutAndBack(String version, Cluster cluster) {
        Kubectl kubectl = withDeployment(version, cluster, 2);
        assertThat(kubectl.run("rollout", "status", "deploy/web", "--timeout=60s"))
                .endsWith("deployment \"web\" successfully rolled out\n");
        kubectl.run("annotate", "deploy", "web", "kubernetes.io/change-cause=second");
        kubectl.run("set", "image", "deploy/web", "c=nginx:2");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(kubectl.run("rollout", "history", "deploy/web"))
                .contains("REVISION  CHANGE-CAUSE")
                .contains("2  ");
        assertThat(kubectl.run("rollout", "history", "deploy/web", "--revision=2"))
                .contains("nginx:2");
        assertThat(kubectl.run("rollout", "undo", "deploy/web")).isEqualTo("deployment.apps/web rolled back\n");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.template.spec.containers[0].image}"))
                .isEqualTo("nginx:1");
        assertThat(kubectl.run("rollout", "pause", "deploy/web")).isEqualTo("deployment.apps/web paused\n");
        assertThat(kubectl.attempt("rollout", "pause", "deploy/web").err()).contains("is already paused");
        assertThat(kubectl.run("rollout", "resume", "deploy/web")).isEqualTo("deployment.apps/web resumed\n");
        assertThat(kubectl.run("rollout", "restart", "deploy/web")).isEqualTo("deployment.apps/web restarted\n");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.template.metadata.annotations}"))
                .contains("kubectl.kubernetes.io/restartedAt");
    }
}
