package dev.setpoint.conformance.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever happens to what was declared, the loops bring it back and say that they did.
@ExtendWith(ClusterExtension.class)
class DriftIT {
    private static final String NAMES = "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}";
    private static final String CONDITIONS =
            "jsonpath={range .status.conditions[*]}{.type}{\"\\t\"}{.status}{\"\\t\"}" + "{.message}{\"\\n\"}{end}";

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void aDeletedPodIsReplaced(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=3");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
        String victim = Kubectl.lines(kubectl.run("get", "pods", "-l", "app=demo", "-o", NAMES))
                .findFirst()
                .orElseThrow();

        kubectl.run("delete", "pod", victim);
        kubectl.until(
                names -> Kubectl.lines(names).count() == 3 && !names.contains(victim),
                "get",
                "pods",
                "-l",
                "app=demo",
                "-o",
                NAMES);

        String events = kubectl.run("describe", "replicaset", "-l", "app=demo");
        assertThat(events.substring(events.indexOf("Events:")).lines())
                .anyMatch(line ->
                        line.matches(" +Normal +SuccessfulCreate .* replicaset-controller +Created pod: demo-.*"));
        String conditions = kubectl.until(
                text -> text.contains("has successfully progressed.") && text.contains("Available\tTrue"),
                "get",
                "deployment",
                "demo",
                "-o",
                CONDITIONS);
        assertThat(conditions.lines().sorted())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("Available\tTrue\tDeployment has minimum availability."),
                        line -> assertThat(line)
                                .matches("Progressing\tTrue\tReplicaSet \"demo-[a-z0-9]+\" has successfully"
                                        + " progressed\\."));
    }
}
