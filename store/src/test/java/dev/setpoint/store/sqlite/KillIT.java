package dev.setpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.store.Samples;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// kill -9 in the middle of writing, again and again on one store.
class KillIT {
    /// After how many acknowledgements the process is killed: at its start, and in full flow.
    private static final List<Integer> ROUNDS = List.of(1, 37, 1000, 5, 400);

    @TempDir
    private Path directory;

    private long newest;

    @Test
    void everyAcknowledgedCommitIsThereAndNothingIsHalfWritten() throws Exception {
        for (int acknowledgements : ROUNDS) {
            var acknowledged = runAndKill(acknowledgements);
            try (var env = RealEnv.create("test");
                    var store = open(env)) {
                check(store, acknowledged);
            }
        }
    }

    private Store open(RealEnv env) {
        return SqliteStore.open(env, StoreOptions.defaults(), directory, (_, _) -> Header.EMPTY);
    }

    /// @return the last count that was acknowledged for each pair
    private Map<String, Long> runAndKill(int acknowledgements) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PairWriter.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var acknowledged = new TreeMap<String, Long>();
        try (var output = process.inputReader()) {
            for (int line = 0; line < acknowledgements; line++) {
                record(acknowledged, output.readLine());
            }
            assertLocked();
            // Through the handle: the process itself would also close the pipe that still has to be read.
            process.toHandle().destroyForcibly();
            drain(output, acknowledged);
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        return acknowledged;
    }

    private void assertLocked() {
        try (var env = RealEnv.create("second")) {
            assertThatThrownBy(() -> open(env)).isInstanceOf(StoreLockedException.class);
        }
    }

    /// What had been printed before the end came; the very last line may be cut off.
    private void drain(BufferedReader output, Map<String, Long> acknowledged) throws IOException {
        var line = output.readLine();
        while (line != null) {
            var next = output.readLine();
            if (next != null) {
                record(acknowledged, line);
            }
            line = next;
        }
    }

    private void record(Map<String, Long> acknowledged, String line) {
        assertThat(line).as("the process ended by itself").isNotNull();
        var parts = line.split(" ", 3);
        acknowledged.put(parts[0], Long.parseLong(parts[1]));
        newest = Math.max(newest, Long.parseLong(parts[2]));
    }

    private void check(Store store, Map<String, Long> acknowledged) {
        var snapshot = store.snapshot();
        assertThat(snapshot.revision()).isGreaterThanOrEqualTo(newest);
        for (int number = 0; number < PairWriter.PAIRS; number++) {
            var pair = "pair" + number;
            long count = PairWriter.count(store, pair);
            assertThat(count).isGreaterThanOrEqualTo(acknowledged.getOrDefault(pair, 0L));
            if (count == 0) {
                continue;
            }
            var left = snapshot.find(PairWriter.left(pair)).orElseThrow();
            var right = snapshot.find(PairWriter.right(pair)).orElseThrow();
            assertThat(right.revision()).isEqualTo(left.revision());
            assertThat(Samples.text(left))
                    .isEqualTo(PairWriter.value(pair, count))
                    .isEqualTo(Samples.text(right));
        }
        long next = Samples.committed(store, Samples.write(Samples.put(Samples.pod("ns", "after"), "x")));
        assertThat(next).isEqualTo(snapshot.revision() + 1).isGreaterThan(newest);
    }
}
