package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Cause;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.Batch.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final BatonEnv env = BatonEnv.create(1);
    private final Batch batch = new Batch(env);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void makesCallsAtTheSameTimeAndKeepsTheirOrder() {
        List<Supplier<Integer>> numbered = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            numbered.add(() -> {
                env.sleep(Duration.ofSeconds(20 - number));
                return number;
            });
        }
        List<Result<Integer>> results = env.call(() -> batch.all("number", numbered));
        assertThat(results)
                .extracting(result -> result.value().orElseThrow())
                .isSorted()
                .hasSize(20);
        assertThat(Duration.ofNanos(env.monotonicNanos())).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void startsSlowlyAndDoubles() {
        assertThat(env.call(() -> batch.slowStart("slow", Collections.nCopies(20, () -> slowly(Integer.MAX_VALUE)))))
                .hasSize(20);
        assertThat(most.get()).isEqualTo(8);
        assertThat(Duration.ofNanos(env.monotonicNanos()))
                .as("1, 2, 4, 8 and the rest")
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void stopsAfterTheFirstFailure() {
        List<Result<Integer>> results =
                env.call(() -> batch.slowStart("slow", Collections.nCopies(100, () -> slowly(2))));
        assertThat(results).as("one, then two of which one fails").hasSize(3);
        assertThat(results).filteredOn(result -> result.failure().isPresent()).hasSize(1);
    }

    @Test
    void keepsAsManyUnderWayAsItMay() {
        List<Supplier<Integer>> uneven = new ArrayList<>();
        for (int i = 0; i < 3 * Batch.MOST; i++) {
            Duration time = Duration.ofSeconds(i % Batch.MOST == 0 ? 3 : 1);
            uneven.add(() -> {
                env.sleep(time);
                return 1;
            });
        }
        assertThat(env.call(() -> batch.all("uneven", uneven))).hasSize(3 * Batch.MOST);
        assertThat(Duration.ofNanos(env.monotonicNanos()))
                .as("a slow call holds up nobody but itself")
                .isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void makesNoFurtherCallsAfterAFailureAtFullSpeed() {
        int succeeding = 5 * Batch.MOST;
        List<Result<Integer>> results =
                env.call(() -> batch.slowStart("slow", Collections.nCopies(1_000, () -> slowly(succeeding))));
        assertThat(results).hasSizeBetween(succeeding + 1, succeeding + Batch.MOST);
        assertThat(calls.get()).isEqualTo(results.size());
        assertThat(most.get()).isEqualTo(Batch.MOST);
    }

    @Test
    void aDefectIsTheCallersOwn() {
        List<Supplier<Integer>> broken = List.of(() -> 1, () -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> env.call(() -> batch.all("broken", broken)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
    }

    @Test
    void writesCountAsTheReconcilesOwn() {
        GroupResource pods = new GroupResource("", "pods");
        Run run = new Run(RunTrace.begin(RunTrace.NONE, "test", new ObjectKey("", "")), new Cause.Run("test", "", 0));
        List<Supplier<Integer>> writes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int revision = i;
            writes.add(() -> {
                Run.current().orElseThrow().add(new Wait.Reached(pods, revision));
                return revision;
            });
        }
        env.call(() -> run.call(() -> batch.all("write", writes)));
        assertThat(run.waits()).containsExactly(new Wait.Reached(pods, 3));
        assertThat(Run.current()).isEqualTo(Optional.empty());
    }

    private Integer slowly(int succeeding) {
        most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        env.sleep(Duration.ofSeconds(1));
        underWay.decrementAndGet();
        int number = calls.incrementAndGet();
        if (number > succeeding) {
            throw new ApiException(new ApiError.Unavailable("enough"));
        }
        return number;
    }
}
