package dev.setpoint.conformance.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Autoscaling, as one sees it, at its real pace of one look in fifteen seconds.
@ExtendWith(ClusterExtension.class)
class AutoscalingIT {
    private static final String NEWEST = Kubectl.versions().getLast();

    @Test
    void threePodsAtTwiceTheirTargetBecomeSixWhileOneWatches(Cluster cluster) throws IOException {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(deployment("140m"), "apply", "-f", "-");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(kubectl.run("autoscale", "deployment", "web", "--cpu-percent=70", "--min=2", "--max=6"))
                .isEqualTo("horizontalpodautoscaler.autoscaling/web autoscaled\n");
        Process watch = kubectl.start("get", "hpa", "web", "-w", "--no-headers");
        try (BufferedReader lines = watch.inputReader()) {
            String line = lines.readLine();
            while (line != null && !line.matches("web +Deployment/web +cpu: 140%/70% +2 +6 +6 .*")) {
                line = lines.readLine();
            }
            assertThat(line).as("a line that shows six").isNotNull();
        } finally {
            watch.destroy();
        }
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("6");
        kubectl.until(
                out -> out.contains(
                        "New size: 6; reason: cpu resource utilization (percentage of request) above target"),
                "describe",
                "hpa",
                "web");
    }

    @Test
    void aSizeByHandBeyondTheMaximumIsBroughtBack(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(deployment("70m"), "apply", "-f", "-");
        kubectl.run("autoscale", "deployment", "web", "--cpu-percent=70", "--min=2", "--max=5");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(kubectl.run("scale", "deployment", "web", "--replicas=7")).isEqualTo("deployment.apps/web scaled\n");
        kubectl.until("5"::equals, "get", "deploy", "web", "-o", "jsonpath={.spec.replicas}");
    }

    /// Who applies without `replicas` does not own them, and leaves them to the autoscaler.
    @Test
    void whoDoesNotSayHowManyLeavesItToTheAutoscaler(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        String silent = deployment("140m").replace("  replicas: 3\n", "");
        kubectl.feed(silent, "apply", "--server-side", "-f", "-");
        kubectl.run("scale", "deployment", "web", "--replicas=3");
        kubectl.run("autoscale", "deployment", "web", "--cpu-percent=70", "--min=2", "--max=6");
        kubectl.until("6"::equals, "get", "deploy", "web", "-o", "jsonpath={.spec.replicas}");
        kubectl.feed(silent.replace("nginx:1", "nginx:2"), "apply", "--server-side", "-f", "-");
        assertThat(kubectl.run(
                        "get",
                        "deploy",
                        "web",
                        "-o",
                        "jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}"))
                .isEqualTo("6 nginx:2");
    }

    @Test
    void twoManagersOfOneFieldGetAConflict(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(deployment("0"), "apply", "--server-side", "--field-manager=one", "-f", "-");
        String other = deployment("0").replace("replicas: 3", "replicas: 4");
        Kubectl.Result refused = kubectl.attemptWith(other, "apply", "--server-side", "--field-manager=two", "-f", "-");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err())
                .contains("Apply failed with 1 conflict: conflict with \"one\"")
                .contains(".spec.replicas");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("3");
        kubectl.feed(other, "apply", "--server-side", "--field-manager=two", "--force-conflicts", "-f", "-");
        assertThat(kubectl.run("get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("4");
    }

    @Test
    void topShowsWhatPodsAndNodesUse(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.feed(deployment("250m"), "apply", "-f", "-");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        assertThat(Kubectl.lines(kubectl.run("top", "pod", "--no-headers")))
                .hasSize(3)
                .allMatch(line -> line.matches("web-\\S+ +250m +64Mi *"));
        assertThat(Kubectl.lines(kubectl.run("top", "pod", "--containers", "--no-headers")))
                .hasSize(3)
                .allMatch(line -> line.matches("web-\\S+ +c +250m +64Mi *"));
        assertThat(Kubectl.lines(kubectl.run("top", "node", "--no-headers")))
                .singleElement()
                .satisfies(line -> assertThat(line).matches("\\S+ +\\d+m +\\d+% +\\d+Mi +\\d+% *"));
    }

    private static String deployment(String cpu) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: web
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata:
                      labels: {app: web}
                      annotations: {usage.setpoint.dev/cpu: "%s", usage.setpoint.dev/memory: 64Mi}
                    spec:
                      containers:
                      - {name: c, image: "nginx:1", resources: {requests: {cpu: 100m}}}
                """.formatted(cpu);
    }
}
