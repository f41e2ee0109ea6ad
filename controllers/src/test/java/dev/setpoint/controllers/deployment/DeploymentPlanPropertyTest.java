package dev.setpoint.controllers.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any sets, any wish, in any order of events: the rollout ends where it should, then nothing is left to
/// do, and no single write on the way breaks what the strategy promises.
final class DeploymentPlanPropertyTest {
    private static final int WORLDS = 200;
    private static final int STEPS = 40;

    @Test
    void everyWorldConvergesWithoutBreakingItsLimits() {
        Seeds.check(WORLDS, seed -> {
            RolloutWorld world = new RolloutWorld(seed);
            RandomGenerator random = Seeds.random(seed * 31 + 7);
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> world.changeTemplate();
                    case 1 -> world.scale(random.nextInt(12));
                    case 2 -> world.togglePause();
                    case 3, 4 -> world.runReplicaSets(random.nextInt());
                    case 5, 6 -> world.becomeAvailable(random.nextInt());
                    case 7 -> world.pass(random.nextInt(400));
                    default -> world.reconcile(random.nextInt(4));
                }
            }
            world.settle();
            assertThat(world.sizes()).as("seed %d: %s", seed, world).containsExactly(world.wanted());
            assertThat(world.plan().actions())
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            assertThat(world.plan().reported())
                    .as("seed %d: a second status", seed)
                    .isEqualTo(world.deployment());
            assertThat(world.progress()).as("seed %d", seed).isIn(List.of("NewReplicaSetAvailable", ""));
            assertThat(world.oldSets()).as("seed %d: history", seed).isLessThanOrEqualTo(world.historyLimit());
        });
    }
}
