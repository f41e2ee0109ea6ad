package dev.setpoint.conformance.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A new version comes pod by pod, within the limits that were declared.
@ExtendWith(ClusterExtension.class)
class RollingUpdateIT {
    @Test
    void neverFewerThanThreeReadyNorMoreThanFour(Cluster cluster) throws InterruptedException {
        Kubectl kubectl = cluster.kubectl("1.33");
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=3");
        kubectl.run(
                "patch",
                "deployment",
                "demo",
                "-p",
                "{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":1,\"maxUnavailable\":0}}}}");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
        try (PodWatch watch = new PodWatch(kubectl, "app=demo")) {
            watch.await(moment -> moment.ready() == 3);
            int settled = watch.moments().size();
            List<String> old = List.copyOf(watch.names());

            kubectl.run("set", "image", "deployment/demo", "nginx=nginx:1.26");
            watch.await(moment -> moment.ready() == 3 && old.stream().noneMatch(moment.pods()::containsKey));

            assertThat(watch.moments().subList(settled, watch.moments().size()))
                    .isNotEmpty()
                    .allSatisfy(moment -> {
                        assertThat(moment.ready()).as(moment.event()).isGreaterThanOrEqualTo(3);
                        assertThat(moment.pods().size()).as(moment.event()).isLessThanOrEqualTo(4);
                    });
            assertThat(watch.names()).hasSize(6);
        }
        assertThat(kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s"))
                .contains("successfully rolled out");
    }
}
