package dev.setpoint.conformance.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The control plane shows itself: who leads, what runs, what it does.
@ExtendWith(ClusterExtension.class)
class ControlPlaneIT {
    private static final List<String> COMPONENTS =
            List.of("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler");

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void leasesTellWhoLeads(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.until(text -> text.contains("kube-scheduler"), "-n", "kube-system", "get", "lease");
        assertThat(kubectl.table("-n", "kube-system", "get", "lease"))
                .startsWith("NAME HOLDER AGE")
                .anyMatch(line -> line.matches("kube-controller-manager \\S+_[0-9a-f-]{36} AGE"))
                .anyMatch(line -> line.matches("kube-scheduler \\S+_[0-9a-f-]{36} AGE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void itsPartsArePodsThatADrainLeavesAlone(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        String uids = "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.status.phase}{\"\\n\"}{end}";
        String[] pods = {"-n", "kube-system", "get", "pods", "-l", "tier=control-plane", "-o", uids};
        String before = kubectl.until(
                text -> Kubectl.lines(text)
                                .filter(line -> line.endsWith(" Running"))
                                .count()
                        == COMPONENTS.size(),
                pods);
        assertThat(before.lines().map(line -> line.substring(0, line.indexOf("-node-1"))))
                .containsExactlyElementsOf(COMPONENTS);
        try {
            assertThat(kubectl.run("drain", "node-1", "--pod-selector=tier=control-plane", "--timeout=60s"))
                    .contains("node/node-1 drained")
                    .doesNotContain("evicting");
        } finally {
            kubectl.run("uncordon", "node-1");
        }
        assertThat(kubectl.run(pods)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void logsTellWhatTheLoopsDo(String version, Cluster cluster) throws IOException {
        Kubectl kubectl = cluster.kubectl(version);
        Process follower = kubectl.start(
                "-n", "kube-system", "logs", "-l", "component=kube-controller-manager", "--tail=50", "-f");
        kubectl.run("create", "deployment", "told", "--image=nginx:1.25", "--replicas=1");
        kubectl.run("rollout", "status", "deployment/told", "--timeout=60s");
        String created = " replicaset-controller] created pods " + kubectl.namespace() + "/told-";
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(follower.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.contains(created)) {
                line = lines.readLine();
            }
            assertThat(line).as("the log went on").isNotNull().startsWith("I");
        } finally {
            follower.destroy();
        }
        assertThat(kubectl.until(
                        text -> text.contains(" bound pods " + kubectl.namespace() + "/told-"),
                        "-n",
                        "kube-system",
                        "logs",
                        "kube-scheduler-node-1",
                        "--since=1m",
                        "--timestamps"))
                .startsWith("20");
        assertThat(kubectl.run("-n", "kube-system", "logs", "kube-apiserver-node-1", "--limit-bytes=5"))
                .hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void aPodThatNeverRestartedHasNoPreviousLog(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.run("run", "steady", "--image=nginx:1.25");
        kubectl.run("wait", "pod/steady", "--for=condition=Ready", "--timeout=60s");
        Kubectl.Result refused = kubectl.attempt("logs", "steady", "--previous");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("previous terminated container \"steady\" in pod \"steady\" not found");
    }
}
