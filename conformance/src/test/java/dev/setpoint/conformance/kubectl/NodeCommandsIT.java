package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;

/// `cordon`, `uncordon`, `drain` and `taint`. The node is everybody's: each test leaves it as it was.
@ExtendWith(ClusterExtension.class)
class NodeCommandsIT {
    @OldestAndNewest
    void cordonsAndTaints(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String node = node(kubectl);
        try {
            assertThat(kubectl.run("cordon", node)).isEqualTo("node/" + node + " cordoned\n");
            assertThat(kubectl.run("cordon", node)).isEqualTo("node/" + node + " already cordoned\n");
            assertThat(kubectl.table("get", "node", node)).anyMatch(line -> line.contains("Ready,SchedulingDisabled"));
        } finally {
            assertThat(kubectl.run("uncordon", node)).isEqualTo("node/" + node + " uncordoned\n");
        }
        assertThat(kubectl.run("taint", "node", node, "a=b:PreferNoSchedule")).isEqualTo("node/" + node + " tainted\n");
        assertThat(kubectl.run("get", "node", node, "-o", "jsonpath={.spec.taints[*].effect}"))
                .isEqualTo("PreferNoSchedule");
        assertThat(kubectl.run("taint", "node", node, "a-")).isEqualTo("node/" + node + " untainted\n");
    }

    @OldestAndNewest
    void drainsWithinBudgets(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String node = node(kubectl);
        kubectl.feed(Manifests.deployment("drained", 1), "apply", "-f", "-");
        kubectl.run("rollout", "status", "deploy/drained", "--timeout=60s");
        String pod = kubectl.run("get", "pods", "-o", "jsonpath={.items[0].metadata.name}");
        List<String> drain =
                List.of("drain", node, "--ignore-daemonsets", "--pod-selector=app=drained", "--delete-emptydir-data");
        try {
            kubectl.run("create", "pdb", "guard", "--selector=app=drained", "--min-available=1");
            kubectl.until("0"::equals, "get", "pdb", "guard", "-o", "jsonpath={.status.disruptionsAllowed}");
            Kubectl.Result refused = kubectl.attempt(with(drain, "--timeout=2s"));
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.all()).contains("Cannot evict pod as it would violate the pod's disruption budget.");
            kubectl.run("delete", "pdb", "guard");
            assertThat(kubectl.run(with(drain, "--timeout=60s")))
                    .contains("evicting pod " + kubectl.namespace() + "/" + pod)
                    .endsWith("node/" + node + " drained\n");
            assertThat(kubectl.run("get", "pods", "-o", "name")).doesNotContain(pod);
        } finally {
            kubectl.run("uncordon", node);
        }
    }

    private static String[] with(List<String> command, String last) {
        return Stream.concat(command.stream(), Stream.of(last)).toArray(String[]::new);
    }

    private static String node(Kubectl kubectl) {
        return kubectl.run("get", "nodes", "-o", "jsonpath={.items[0].metadata.name}");
    }
}
