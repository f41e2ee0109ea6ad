package dev.setpoint.conformance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.AdminHttp;
import dev.setpoint.conformance.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Bad input gets a good answer.
///
/// One input alone: `-Dsetpoint.fuzz.seed=1 -Dsetpoint.fuzz.number=4711`
class FuzzIT {
    private static final boolean NIGHTLY = Boolean.getBoolean("setpoint.nightly");
    private static final int INPUTS = Integer.getInteger("setpoint.fuzz.inputs", NIGHTLY ? 200_000 : 20_000);
    private static final long SEED = Long.getLong("setpoint.fuzz.seed", NIGHTLY ? System.nanoTime() : 1);
    private static final int ONLY = Integer.getInteger("setpoint.fuzz.number", -1);
    private static final int WORKERS = 4;
    private static final int REPEATED = 2_000;
    private static final long MAY_GROW = 16 << 20;

    @Test
    void answersBadInputAndForgetsIt() {
        System.out.println("fuzzing with -Dsetpoint.fuzz.seed=" + SEED);
        Fuzzer fuzzer = new Fuzzer(SEED);
        try (Cluster cluster = Cluster.withoutNodes()) {
            AdminHttp http = AdminHttp.of(cluster.kubeconfig());
            List<Worker> workers = IntStream.range(0, WORKERS)
                    .mapToObj(i -> new Worker(http, fuzzer, "fuzz-" + i))
                    .toList();
            workers.forEach(Worker::prepare);
            inParallel(workers, (worker, first) -> {
                for (int number = first; number < INPUTS; number += WORKERS) {
                    if (ONLY < 0 || number == ONLY) {
                        worker.attempt(number);
                    }
                }
            });
            assertThat(workers.stream()
                            .flatMap(worker -> worker.complaints().stream())
                            .limit(20))
                    .isEmpty();
            if (ONLY < 0) {
                assertThat(workers.stream()
                                .mapToInt(worker -> worker.refused().size())
                                .sum())
                        .isBetween(INPUTS / 4, INPUTS * 9 / 10);
                holdsNoMemoryOfRefusals(workers);
            }
        }
    }

    /// What is refused writes nothing, so that the same again must leave the heap as it is.
    private static void holdsNoMemoryOfRefusals(List<Worker> workers) {
        BiConsumer<Worker, Integer> again = (worker, _) ->
                worker.refused().stream().limit(REPEATED / WORKERS).forEach(worker::repeat);
        inParallel(workers, again);
        long before = usedHeap();
        inParallel(workers, again);
        assertThat(usedHeap() - before).as("growth of the heap in bytes").isLessThan(MAY_GROW);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void inParallel(List<Worker> workers, BiConsumer<Worker, Integer> work) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> work.accept(workers.get(number), number)));
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
