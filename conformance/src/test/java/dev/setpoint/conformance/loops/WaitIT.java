package dev.setpoint.conformance.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `kubectl wait`, and the loops that make come true what is waited for.
@ExtendWith(ClusterExtension.class)
class WaitIT {
    private static final String NEWEST = Kubectl.versions().getLast();

    @Test
    void waitsForConditionsFieldsAndDeletion(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=2");
        assertThat(kubectl.run("wait", "--for=condition=Available", "deploy/demo", "--timeout=60s"))
                .isEqualTo("deployment.apps/demo condition met\n");
        assertThat(kubectl.run("wait", "--for=jsonpath={.status.readyReplicas}=2", "deploy/demo", "--timeout=60s"))
                .isEqualTo("deployment.apps/demo condition met\n");
        assertThat(Kubectl.lines(
                        kubectl.run("wait", "--for=condition=Ready", "pod", "-l", "app=demo", "--timeout=60s")))
                .hasSize(2)
                .allMatch(line -> line.matches("pod/demo-\\S+ condition met"));
        Kubectl.Result late =
                kubectl.attempt("wait", "--for=condition=Ready=false", "pod", "-l", "app=demo", "--timeout=1s");
        assertThat(late.exit()).isEqualTo(1);
        assertThat(late.err()).contains("timed out waiting for the condition on pods/demo-");
        kubectl.run("delete", "deployment", "demo", "--wait=false");
        kubectl.run("wait", "--for=delete", "pod", "-l", "app=demo", "--timeout=60s");
        assertThat(kubectl.run("get", "pods", "-o", "name")).isEmpty();
    }

    @Test
    void waitsForAJob(Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(NEWEST);
        kubectl.run("create", "job", "once", "--image=busybox", "--", "true");
        assertThat(kubectl.run("wait", "--for=condition=Complete", "job/once", "--timeout=60s"))
                .isEqualTo("job.batch/once condition met\n");
        assertThat(kubectl.run("wait", "--for=jsonpath={.status.succeeded}=1", "job/once", "--timeout=10s"))
                .isEqualTo("job.batch/once condition met\n");
    }
}
