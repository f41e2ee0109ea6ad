package dev.setpoint.controllers.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class ReplicaCountTest {
    private static final Instant NOW = Samples.NOW;
    private static final Tolerance TOLERANCE = new Tolerance(0.1, 0.1);

    /// The worked example of the documentation: three pods at 140 % of their request, with a target of 70 %.
    @Test
    void threePodsAtTwiceTheirTargetBecomeSix() {
        assertThat(utilization(70, 1400, 1400, 1400)).isEqualTo(new ReplicaCount(6, 140, 1400));
    }

    @Test
    void withinTheToleranceNothingChanges() {
        assertThat(utilization(50, 540, 540).replicas()).isEqualTo(2);
        assertThat(utilization(50, 560, 560).replicas()).isEqualTo(3);
    }

    @Test
    void missingPodsSpeakAgainstTheChange() {
        List<Pod> pods = pods(4);
        Map<String, Long> requests = requests(pods);
        Map<String, Sample> low = samples(pods.subList(0, 3), 100);
        assertThat(ReplicaCount.utilization(situation(pods), low, 100, requests, true)
                        .replicas())
                .as("one of four is missing and counts as fully used")
                .isEqualTo(2);
        Map<String, Sample> high = samples(pods.subList(0, 2), 3000);
        assertThat(ReplicaCount.utilization(situation(pods), high, 100, requests, true)
                        .replicas())
                .as("two of four are missing and count as idle")
                .isEqualTo(6);
    }

    @Test
    void podsThatStartDoNotCount() {
        List<Pod> pods = new ArrayList<>(pods(2));
        Pod fresh = started("fresh", NOW.minusSeconds(10), "False");
        pods.add(fresh);
        Map<String, Sample> samples = samples(pods, 1000);
        assertThat(ReplicaCount.utilization(situation(pods), samples, 50, requests(pods), true)
                        .replicas())
                .as("two at twice the target, one that counts as idle")
                .isEqualTo(4);
    }

    @Test
    void saysWhyNothingCanBeSaid() {
        assertThatThrownBy(() -> ReplicaCount.average(situation(List.of()), Map.of(), 1, true))
                .hasMessage("no pods returned by selector while calculating replica count");
        assertThatThrownBy(() -> ReplicaCount.average(situation(pods(1)), Map.of(), 1, true))
                .hasMessage("did not receive metrics for targeted pods (pods might be unready)");
    }

    @Test
    void aSharedValueIsDivided() {
        assertThat(ReplicaCount.shared(4, TOLERANCE, 10_000, 1000)).isEqualTo(new ReplicaCount(10, 0, 2500));
        assertThat(ReplicaCount.value(situation(pods(4)), 50, 100).replicas()).isEqualTo(2);
    }

    /// A proposal never goes against what the samples that are there say, whatever is missing; and whatever
    /// is missing only ever weakens it.
    @Test
    void whatIsNotKnownOnlyWeakensTheProposal() {
        Seeds.check(2000, seed -> {
            RandomGenerator random = Seeds.random(seed);
            List<Pod> pods = pods(1 + random.nextInt(8));
            Map<String, Sample> samples = new LinkedHashMap<>();
            long level = random.nextInt(3000);
            pods.stream()
                    .filter(_ -> random.nextInt(3) > 0)
                    .forEach(pod -> samples.putAll(samples(List.of(pod), level)));
            if (samples.isEmpty()) {
                return;
            }
            int target = 1 + random.nextInt(150);
            int now = ReplicaCount.utilization(situation(pods), samples, target, requests(pods), true)
                    .replicas();
            int full = ReplicaCount.utilization(situation(pods), samples(pods, level), target, requests(pods), true)
                    .replicas();
            if (level * 100 / 1000 > target) {
                assertThat(now).as("seed %d: grows", seed).isBetween(pods.size(), Math.max(full, pods.size()));
            } else {
                assertThat(now).as("seed %d: shrinks", seed).isBetween(Math.min(full, pods.size()), pods.size());
            }
        });
    }

    private static ReplicaCount utilization(int target, long... used) {
        List<Pod> pods = pods(used.length);
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (int index = 0; index < used.length; index++) {
            samples.putAll(samples(List.of(pods.get(index)), used[index]));
        }
        return ReplicaCount.utilization(situation(pods), samples, target, requests(pods), true);
    }

    private static ReplicaCount.Situation situation(List<Pod> pods) {
        return new ReplicaCount.Situation(pods.size(), pods, TOLERANCE, NOW);
    }

    private static Map<String, Long> requests(List<Pod> pods) {
        Map<String, Long> requests = new LinkedHashMap<>();
        pods.forEach(pod -> requests.put(Metadata.name(pod), 1000L));
        return requests;
    }

    private static Map<String, Sample> samples(List<Pod> pods, long value) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        pods.forEach(pod -> samples.put(Metadata.name(pod), new Sample(value, NOW, Duration.ofSeconds(15))));
        return samples;
    }

    private static List<Pod> pods(int count) {
        List<Pod> pods = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            pods.add(started("p" + index, NOW.minusSeconds(3600), "True"));
        }
        return pods;
    }

    private static Pod started(String name, Instant since, String ready) {
        return Samples.pod(name, Map.of("app", "web"))
                .edit()
                .withNewStatus()
                .withPhase("Running")
                .withStartTime(Timestamps.seconds(since))
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .withLastTransitionTime(Timestamps.seconds(since))
                .endCondition()
                .endStatus()
                .build();
    }
}
