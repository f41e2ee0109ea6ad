package dev.setpoint.conformance.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import dev.setpoint.conformance.UpProcess;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Loops act on what is, not on what they were told of: one that was not there when something happened
/// makes up for it, once.
@ExtendWith(ClusterExtension.class)
class LevelNotEdgeIT {
    private static final String NAMES = "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}";
    private static final String PHASES = "jsonpath={range .items[*]}{.metadata.name} {.status.phase}{\"\\n\"}{end}";
    private static final List<String> MANAGER = List.of("-n", "kube-system", "-l", "component=kube-controller-manager");

    @Test
    void aRestartedManagerMakesUpForWhatItMissed(Cluster cluster) throws InterruptedException {
        Kubectl kubectl = cluster.kubectl("1.33");
        declareFive(kubectl);
        int restarts = restarts(kubectl);
        try (PodWatch watch = new PodWatch(kubectl, "app=demo")) {
            watch.await(moment -> moment.ready() == 5);
            List<String> victims = List.copyOf(watch.names()).subList(0, 2);

            kubectl.run(with(List.of("delete", "pod", "--wait=false"), MANAGER));
            kubectl.run("delete", "pod", "--wait=false", victims.get(0), victims.get(1));
            watch.await(moment -> moment.ready() == 5 && victims.stream().noneMatch(moment.pods()::containsKey));
            kubectl.until(
                    count -> !count.isEmpty() && Integer.parseInt(count) == restarts + 1,
                    with(
                            List.of(
                                    "get",
                                    "pod",
                                    "-o",
                                    "jsonpath={.items[*].status.containerStatuses[0].restartCount}"),
                            MANAGER));

            // The new one has seen everything when it has acted on what comes after.
            kubectl.run("scale", "deployment", "demo", "--replicas=6");
            watch.await(moment -> moment.ready() == 6);
            assertThat(watch.names()).as("none created twice").hasSize(5 + 2 + 1);
        }
    }

    @Test
    void aRestartedProcessMakesUpForWhatItMissed(@TempDir Path folder) {
        Set<String> before;
        List<String> victims;
        String holder;
        try (UpProcess first = UpProcess.start(folder)) {
            Kubectl kubectl = first.kubectl("1.33");
            declareFive(kubectl);
            holder = holder(kubectl);
            before = names(kubectl);
            victims = List.copyOf(before).subList(0, 2);
            kubectl.run("delete", "pod", "--wait=false", victims.get(0), victims.get(1));
            first.kill();
        }
        try (UpProcess second = UpProcess.start(folder)) {
            Kubectl kubectl = second.kubectl("1.33");
            Set<String> seen = new LinkedHashSet<>(before);
            kubectl.until(
                    phases -> {
                        Kubectl.lines(phases).forEach(line -> seen.add(line.split(" ", -1)[0]));
                        return Kubectl.lines(phases)
                                                .filter(line -> line.endsWith(" Running"))
                                                .count()
                                        == 5
                                && victims.stream().noneMatch(phases::contains);
                    },
                    "get",
                    "pods",
                    "-l",
                    "app=demo",
                    "-o",
                    PHASES);
            kubectl.run("scale", "deployment", "demo", "--replicas=6");
            kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
            seen.addAll(names(kubectl));
            assertThat(seen).as("none created twice").hasSize(5 + 2 + 1);
            assertThat(holder(kubectl)).as("the data folder keeps its identity").isEqualTo(holder);
        }
    }

    private static void declareFive(Kubectl kubectl) {
        // On a busy machine the first handshake of a new JVM may take longer than kubectl waits for it.
        kubectl.until(name -> !name.isEmpty(), "get", "namespace", "default", "-o", "name");
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=3");
        kubectl.run("scale", "deployment", "demo", "--replicas=5");
        kubectl.run("rollout", "status", "deployment/demo", "--timeout=60s");
    }

    private static Set<String> names(Kubectl kubectl) {
        Set<String> names = new LinkedHashSet<>();
        Kubectl.lines(kubectl.run("get", "pods", "-l", "app=demo", "-o", NAMES)).forEach(names::add);
        return names;
    }

    private static int restarts(Kubectl kubectl) {
        return Integer.parseInt(kubectl.until(
                count -> !count.isEmpty(),
                with(
                        List.of("get", "pod", "-o", "jsonpath={.items[*].status.containerStatuses[0].restartCount}"),
                        MANAGER)));
    }

    private static String holder(Kubectl kubectl) {
        return kubectl.until(
                holder -> !holder.isEmpty(),
                "-n",
                "kube-system",
                "get",
                "lease",
                "kube-controller-manager",
                "-o",
                "jsonpath={.spec.holderIdentity}");
    }

    private static String[] with(List<String> command, List<String> more) {
        return Stream.concat(command.stream(), more.stream()).toArray(String[]::new);
    }
}
