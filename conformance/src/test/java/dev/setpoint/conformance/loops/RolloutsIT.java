package dev.setpoint.conformance.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `kubectl rollout` of DaemonSets and StatefulSets, which keep their history in ControllerRevisions.
@ExtendWith(ClusterExtension.class)
class RolloutsIT {
    private static final String NEWEST = Kubectl.versions().getLast();

    @Test
    void aDaemonSetRollsOutAndBack(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(workload("DaemonSet", ""), "apply", "-f", "-");
        assertThat(kubectl.run("rollout", "status", "ds/agent", "--timeout=60s"))
                .endsWith("daemon set \"agent\" successfully rolled out\n");
        rollsOutAndBack(kubectl, "daemonset.apps/agent");
        assertThat(kubectl.attempt("rollout", "pause", "ds/agent").err())
                .contains("daemonsets.apps \"agent\" pausing is not supported");
    }

    @Test
    void aStatefulSetRollsOutAndBack(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(workload("StatefulSet", "  replicas: 2\n  serviceName: agent\n"), "apply", "-f", "-");
        assertThat(kubectl.run("rollout", "status", "sts/agent", "--timeout=60s"))
                .endsWith("partitioned roll out complete: 2 new pods have been updated...\n");
        rollsOutAndBack(kubectl, "statefulset.apps/agent");
        assertThat(kubectl.run("get", "pods", "-o", "jsonpath={.items[*].metadata.name}"))
                .isEqualTo("agent-0 agent-1");
    }

    private static void rollsOutAndBack(Kubectl kubectl, String workload) {
        kubectl.run("set", "image", workload, "c=nginx:2");
        kubectl.run("rollout", "status", workload, "--timeout=60s");
        assertThat(kubectl.table("rollout", "history", workload))
                .containsExactly(workload, "REVISION CHANGE-CAUSE", "1 <none>", "2 <none>");
        assertThat(kubectl.run("rollout", "history", workload, "--revision=2")).contains("nginx:2");
        assertThat(kubectl.run("rollout", "undo", workload)).isEqualTo(workload + " rolled back\n");
        kubectl.run("rollout", "status", workload, "--timeout=60s");
        assertThat(images(kubectl)).containsOnly("nginx:1");
        assertThat(kubectl.table("rollout", "history", workload))
                .as("the old template is the newest now")
                .containsExactly(workload, "REVISION CHANGE-CAUSE", "2 <none>", "3 <none>");
        assertThat(kubectl.run("rollout", "restart", workload)).isEqualTo(workload + " restarted\n");
        kubectl.run("rollout", "status", workload, "--timeout=60s");
        assertThat(kubectl.run("get", workload, "-o", "jsonpath={.spec.template.metadata.annotations}"))
                .contains("kubectl.kubernetes.io/restartedAt");
    }

    private static String[] images(Kubectl kubectl) {
        return kubectl.run("get", "pods", "-o", "jsonpath={.items[*].spec.containers[0].image}")
                .split(" ", -1);
    }

    private static String workload(String kind, String spec) {
        return """
                apiVersion: apps/v1
                kind: %s
                metadata:
                  name: agent
                spec:
                %s  selector: {matchLabels: {app: agent}}
                  template:
                    metadata:
                      labels: {app: agent}
                    spec:
                      terminationGracePeriodSeconds: 1
                      containers:
                      - {name: c, image: "nginx:1"}
                """.formatted(kind, spec);
    }
}
