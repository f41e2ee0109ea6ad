package dev.setpoint.controllers.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.tainteviction.TaintEvictionPlan.Verdict;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any taints, any tolerations: a pod that is told to wait leaves when the wait is over and not before, and a pod that
/// is deleted is left alone.
final class TaintEvictionPlanPropertyTest {
    @Test
    void aWaitEndsWhenItSaid() {
        Seeds.check(1000, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Pod pod = pod(random);
            Node node = node(random);
            if (TaintEvictionPlan.plan(pod, node, Samples.NOW) instanceof Verdict.LeaveIn(var time)) {
                Instant end = Samples.NOW.plus(time);
                assertThat(TaintEvictionPlan.plan(pod, node, end.minusMillis(1)))
                        .as("seed %d: just before", seed)
                        .isInstanceOf(Verdict.LeaveIn.class);
                assertThat(TaintEvictionPlan.plan(pod, node, end))
                        .as("seed %d: then", seed)
                        .isEqualTo(new Verdict.Leave());
            }
        });
    }

    @Test
    void whoLeavesIsDoneWith() {
        Seeds.check(300, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Pod pod = pod(random);
            assertThat(TaintEvictionPlan.plan(Samples.deleting(pod), node(random), Samples.NOW))
                    .as("seed %d: a second plan", seed)
                    .isEqualTo(new Verdict.Stay());
        });
    }

    /// One more taint never lets a pod stay longer, and one more toleration for ever never drives it off.
    @Test
    void moreTaintsAreWorseAndMoreToleranceIsBetter() {
        Seeds.check(1000, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Pod pod = pod(random);
            Node node = node(random);
            Node worse =
                    node.edit().editSpec().addToTaints(taint(random)).endSpec().build();
            Instant stays = leavesAt(pod, node);
            assertThat(leavesAt(pod, worse)).as("seed %d", seed).isBeforeOrEqualTo(stays);
            Pod immune = pod.edit()
                    .editSpec()
                    .withTolerations(
                            new TolerationBuilder().withOperator("Exists").build())
                    .endSpec()
                    .build();
            assertThat(leavesAt(immune, worse)).as("seed %d", seed).isEqualTo(Instant.MAX);
        });
    }

    private static Instant leavesAt(Pod pod, Node node) {
        return switch (TaintEvictionPlan.plan(pod, node, Samples.NOW)) {
            case Verdict.Stay() -> Instant.MAX;
            case Verdict.Leave() -> Samples.NOW;
            case Verdict.LeaveIn(var time) -> Samples.NOW.plus(time);
        };
    }

    private static Node node(RandomGenerator random) {
        List<Taint> taints = new ArrayList<>();
        int count = random.nextInt(4);
        for (int index = 0; index < count; index++) {
            taints.add(taint(random));
        }
        return new NodeBuilder(Samples.node("n", Map.of()))
                .editSpec()
                .withTaints(taints)
                .endSpec()
                .build();
    }

    /// Dated, as the node lifecycle leaves them.
    private static Taint taint(RandomGenerator random) {
        return new TaintBuilder()
                .withKey("k" + random.nextInt(3))
                .withValue("" + random.nextInt(2))
                .withEffect(random.nextInt(4) > 0 ? "NoExecute" : "NoSchedule")
                .withTimeAdded(Timestamps.seconds(Samples.NOW.minusSeconds(random.nextInt(100))))
                .build();
    }

    private static Pod pod(RandomGenerator random) {
        List<Toleration> tolerations = new ArrayList<>();
        int count = random.nextInt(5);
        for (int index = 0; index < count; index++) {
            tolerations.add(new TolerationBuilder()
                    .withKey("k" + random.nextInt(3))
                    .withOperator(List.of("Exists", "Equal", "Gt", "Lt").get(random.nextInt(4)))
                    .withValue("" + random.nextInt(2))
                    .withEffect(random.nextBoolean() ? "NoExecute" : null)
                    .withTolerationSeconds(random.nextBoolean() ? (long) random.nextInt(200) : null)
                    .build());
        }
        return Samples.running(Samples.pod("p", Map.of()), "n")
                .edit()
                .editSpec()
                .withTolerations(tolerations)
                .endSpec()
                .build();
    }
}
