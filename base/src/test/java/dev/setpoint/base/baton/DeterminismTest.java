package dev.setpoint.base.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void theSameSeedGivesTheSameTrace() {
        Seeds.check(30, seed -> assertThat(run(seed)).isEqualTo(run(seed)));
    }

    @Test
    void differentSeedsTakeDifferentWays() {
        var traces = new HashSet<List<String>>();
        for (long seed = 1; seed <= 20; seed++) {
            traces.add(run(seed));
        }
        assertThat(traces).hasSize(20);
    }

    @Test
    void theHashTellsTracesApart() {
        var one = new TraceHash();
        var two = new TraceHash();
        one.line("a");
        assertThat(one.hex()).isNotEqualTo(two.hex());
        two.line("a");
        assertThat(one.hex()).isEqualTo(two.hex()).hasSize(64);
        assertThat(one.lines()).isEqualTo(1);
    }

    @Test
    void oneProcessesDrawsDoNotDisturbAnother() {
        try (var world = BatonEnv.create(5);
                var again = BatonEnv.create(5)) {
            var noisy = world.child("noisy");
            noisy.random().nextLong();
            var quiet = world.child("quiet");
            again.child("noisy");
            assertThat(quiet.random().nextLong())
                    .isEqualTo(again.child("quiet").random().nextLong())
                    .isNotEqualTo(noisy.random().nextLong());
        }
    }

    /// Workers that pass elements around, sleep, cancel, get killed and frozen, as the world's random
    /// sequence has it.
    private static List<String> run(long seed) {
        var trace = new ArrayList<String>();
        try (var world = BatonEnv.create(BatonOptions.random(seed).withTrace(trace::add))) {
            BoundedQueue<Long> queue = world.queue(3);
            for (int index = 0; index < 5; index++) {
                var process = world.child("worker" + index);
                process.start("put", TaskKind.LIGHT, () -> {
                    while (queue.put(process.random().nextLong(), LONG)) {
                        process.sleep(Duration.ofMillis(process.random().nextInt(20)));
                    }
                });
                process.start("take", TaskKind.LIGHT, () -> {
                    while (true) {
                        trace.add(process.path() + " took " + queue.take(LONG));
                        process.giveWay();
                    }
                });
            }
            world.after(
                    Duration.ofMillis(100), () -> world.freeze(world.children().get(1)));
            world.after(
                    Duration.ofMillis(150), () -> world.kill(world.children().get(0)));
            world.after(
                    Duration.ofMillis(200), () -> world.thaw(world.children().get(0)));
            world.advance(Duration.ofMillis(300));
        }
        return trace;
    }
}
