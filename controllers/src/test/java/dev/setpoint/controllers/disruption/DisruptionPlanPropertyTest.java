package dev.setpoint.controllers.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any pods, any budget: using up what is allowed never leaves fewer healthy pods than the budget asks for.
final class DisruptionPlanPropertyTest {
    private static final Instant NOW = Samples.NOW;

    @Test
    void whatIsAllowedKeepsTheBudget() {
        Seeds.check(1000, seed -> {
            World world = new World(seed);
            PodDisruptionBudgetStatus status = world.plan().status();
            assertThat(status.getDisruptionsAllowed()).as("seed %d", seed).isBetween(0, world.pods.size());
            long after = world.healthy() - status.getDisruptionsAllowed();
            if (status.getDisruptionsAllowed() > 0) {
                assertThat(after)
                        .as("seed %d: healthy afterwards", seed)
                        .isGreaterThanOrEqualTo(status.getDesiredHealthy());
            }
            boolean allowed = "True".equals(status.getConditions().getFirst().getStatus());
            assertThat(allowed).as("seed %d", seed).isEqualTo(status.getDisruptionsAllowed() > 0);
        });
    }

    @Test
    void aSecondPlanSaysTheSame() {
        Seeds.check(1000, seed -> {
            World world = new World(seed);
            PodDisruptionBudgetStatus first = world.plan().status();
            world.budget = world.budget.edit().withStatus(first).build();
            assertThat(world.plan().status()).as("seed %d", seed).isEqualTo(first);
        });
    }

    @Test
    void nothingIsAllowedWhileTheTruthIsNotKnown() {
        Seeds.check(200, seed -> {
            World world = new World(seed);
            PodDisruptionBudgetStatus status = DisruptionPlan.plan(
                            world.budget, world.pods, new ExpectedScale.Unknown("lost"), NOW)
                    .status();
            assertThat(status.getDisruptionsAllowed()).isZero();
            assertThat(status.getConditions()).singleElement().satisfies(condition -> {
                assertThat(condition.getReason()).isEqualTo("SyncFailed");
                assertThat(condition.getMessage()).isEqualTo("lost");
            });
        });
    }

    /// An eviction that nobody follows up counts for two minutes, and then no longer.
    @Test
    void anEvictionCountsUntilItsTimeIsOver() {
        Seeds.check(200, seed -> {
            World world = new World(seed);
            DisruptionPlan plan = world.plan();
            plan.status()
                    .getDisruptedPods()
                    .forEach((name, since) -> assertThat(
                                    Timestamps.parse(since).orElseThrow().plus(DisruptionPlan.DELETION_TIMEOUT))
                            .as("seed %d: %s", seed, name)
                            .isAfterOrEqualTo(NOW));
            assertThat(plan.checkAgain().isPresent())
                    .as("seed %d", seed)
                    .isEqualTo(!plan.status().getDisruptedPods().isEmpty());
        });
    }

    private static final class World {
        private final List<Pod> pods = new ArrayList<>();
        private final int replicas;
        private PodDisruptionBudget budget;

        World(long seed) {
            RandomGenerator random = Seeds.random(seed);
            Map<String, String> disrupted = new LinkedHashMap<>();
            for (int index = random.nextInt(9); index > 0; index--) {
                Pod pod = Samples.pod("p" + index, Map.of("app", "web"));
                pod = random.nextInt(3) > 0 ? Samples.ready(pod, "node", NOW) : pod;
                pods.add(random.nextInt(5) == 0 ? Samples.deleting(pod) : pod);
                if (random.nextInt(4) == 0) {
                    disrupted.put(Metadata.name(pod), Timestamps.seconds(NOW.minusSeconds(random.nextInt(240))));
                }
            }
            replicas = random.nextInt(10);
            budget = new PodDisruptionBudgetBuilder()
                    .withNewMetadata()
                    .withName("b")
                    .withGeneration(3L)
                    .endMetadata()
                    .withNewSpec()
                    .withSelector(Samples.selector("web"))
                    .endSpec()
                    .withNewStatus()
                    .withDisruptedPods(disrupted)
                    .endStatus()
                    .build();
            IntOrString amount = random.nextBoolean()
                    ? new IntOrString(random.nextInt(9))
                    : new IntOrString(random.nextInt(101) + "%");
            switch (random.nextInt(5)) {
                case 0 -> {}
                case 1, 2 -> budget.getSpec().setMaxUnavailable(amount);
                default -> budget.getSpec().setMinAvailable(amount);
            }
        }

        DisruptionPlan plan() {
            return DisruptionPlan.plan(budget, pods, new ExpectedScale.Known(replicas, false), NOW);
        }

        long healthy() {
            Map<String, String> disrupted = plan().status().getDisruptedPods();
            return pods.stream()
                    .filter(pod -> Pods.ready(pod) && !Pods.deleting(pod) && !disrupted.containsKey(Metadata.name(pod)))
                    .count();
        }
    }
}
