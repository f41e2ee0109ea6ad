package dev.setpoint.agent.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PodLifecyclePropertyTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration START = Duration.ofMillis(20);

    /// Whatever a pod declares and whenever the agent looks: after a few looks at one moment there is nothing to write,
    /// what must not change does not, and the end is the end.
    @Test
    void everyLifeIsALife() {
        Seeds.check(50, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Instant now = BEGIN;
            Pod pod = randomPod(random);
            for (int i = 0; i < 25; i++) {
                PodStep step = step(pod, now);
                for (int look = 0; look < 5 && step instanceof PodStep.Report report; look++) {
                    Pod before = pod;
                    pod = new PodBuilder(pod)
                            .withStatus(Pods.status(report.status()))
                            .build();
                    assertFollows(before, pod);
                    step = step(pod, now);
                }
                assertThat(step).as("at rest").isInstanceOf(PodStep.Rest.class);
                Optional<Duration> again = ((PodStep.Rest) step).again();
                boolean early = random.nextInt(4) == 0;
                now = now.plus(early ? Duration.ofMillis(random.nextInt(5000)) : again.orElse(Duration.ofMinutes(7)));
            }
        });
    }

    private static void assertFollows(Pod before, Pod after) {
        PodStatus old = before.getStatus();
        if (old == null || old.getStartTime() == null) {
            return;
        }
        PodStatus now = after.getStatus();
        assertThat(now.getStartTime()).isEqualTo(old.getStartTime());
        if (old.getPodIP() != null) {
            assertThat(now.getPodIP()).isEqualTo(old.getPodIP());
        }
        if (!old.getPhase().equals("Pending")) {
            assertThat(now.getPhase()).isNotEqualTo("Pending");
        }
        if (List.of("Succeeded", "Failed").contains(old.getPhase())) {
            assertThat(now).isEqualTo(old);
        }
        for (int i = 0; i < old.getContainerStatuses().size(); i++) {
            ContainerStatus was = old.getContainerStatuses().get(i);
            ContainerStatus is = now.getContainerStatuses().get(i);
            assertThat(is.getRestartCount()).isBetween(was.getRestartCount(), was.getRestartCount() + 1);
            if (was.getContainerID() != null && is.getRestartCount().equals(was.getRestartCount())) {
                assertThat(is.getContainerID()).isEqualTo(was.getContainerID());
            }
            boolean ready = now.getConditions().stream()
                    .anyMatch(condition ->
                            condition.getType().equals("ContainersReady") && "True".equals(condition.getStatus()));
            assertThat(!ready || is.getReady())
                    .as("a ready pod has only ready containers")
                    .isTrue();
            assertThat(!is.getReady() || is.getState().getRunning() != null)
                    .as("only what runs is ready")
                    .isTrue();
        }
    }

    private static Pod randomPod(RandomGenerator random) {
        Map<String, String> annotations = new TreeMap<>();
        for (String name : List.of("start-seconds", "init-seconds", "run-seconds", "ready-after-seconds")) {
            if (random.nextInt(3) == 0) {
                annotations.put(name, Double.toString(random.nextInt(200) / 10.0));
            }
        }
        if (random.nextInt(3) == 0) {
            annotations.put("exit-code", Integer.toString(random.nextInt(3)));
        }
        if (random.nextInt(8) == 0) {
            annotations.put("image-pull-error", "no");
        }
        Pod pod = Pods.restarting(
                Pods.pod(annotations), List.of("Always", "OnFailure", "Never").get(random.nextInt(3)));
        return random.nextBoolean() ? pod : Pods.withInit(pod);
    }

    private static PodStep step(Pod pod, Instant now) {
        PodView view = new PodView(Pods.tree(pod));
        return PodLifecycle.step(view, Behavior.of(view, START), "172.18.0.2", "10.244.0.2", now);
    }
}
