package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The first thing that anybody does, with every kubectl that people have.
@ExtendWith(ClusterExtension.class)
class DeploymentIT {
    private static final String PHASES = "jsonpath={range .items[*]}{.status.phase}{\"\\n\"}{end}";
    private static final String NAMES = "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}";

    static List<String> versions() {
        return Kubectl.versions();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void convergesRollsOutAndGoes(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=3");
        awaitRunning(kubectl, 3);
        assertThat(kubectl.run("get", "pods", "-l", "app=demo")).contains("1/1").contains("Running");

        String victim = Kubectl.lines(kubectl.run("get", "pods", "-o", NAMES))
                .findFirst()
                .orElseThrow();
        kubectl.run("delete", "pod", victim);
        awaitRunning(kubectl, 3);
        assertThat(kubectl.run("get", "pods", "-o", NAMES)).doesNotContain(victim);
        assertThat(kubectl.run("describe", "rs", "-l", "app=demo"))
                .contains("SuccessfulCreate")
                .contains("replicaset-controller")
                .contains("Created pod: demo-");

        kubectl.run("scale", "deployment", "demo", "--replicas=5");
        awaitRunning(kubectl, 5);
        kubectl.run("set", "image", "deployment/demo", "nginx=nginx:1.26");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
        assertThat(image(kubectl)).isEqualTo("nginx:1.26");
        kubectl.run("rollout", "undo", "deployment/demo");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
        assertThat(image(kubectl)).isEqualTo("nginx:1.25");
        kubectl.run("rollout", "pause", "deployment/demo");
        kubectl.until(
                conditions -> conditions.contains("DeploymentPaused"),
                "get",
                "deployment",
                "demo",
                "-o",
                "jsonpath={.status.conditions[*].reason}");
        kubectl.run("rollout", "resume", "deployment/demo");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
        kubectl.until(
                Kubectl::equalNumbers,
                "get",
                "deployment",
                "demo",
                "-o",
                "jsonpath={.metadata.generation} {.status.observedGeneration}");
        assertThat(kubectl.run("get", "deployment", "demo", "-o", "yaml"))
                .contains("reason: MinimumReplicasAvailable")
                .contains("reason: NewReplicaSetAvailable");

        kubectl.run("delete", "deployment", "demo");
        kubectl.until(String::isBlank, "get", "rs,pods", "-o", "name");
    }

    private static void awaitRunning(Kubectl kubectl, int count) {
        kubectl.until(
                phases -> Kubectl.lines(phases).toList().equals(Collections.nCopies(count, "Running")),
                "get",
                "pods",
                "-l",
                "app=demo",
                "-o",
                PHASES);
    }

    private static String image(Kubectl kubectl) {
        return kubectl.run("get", "deployment", "demo", "-o", "jsonpath={.spec.template.spec.containers[0].image}");
    }
}
