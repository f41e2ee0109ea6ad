package dev.setpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.simulation.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One seed is one run, wherever it runs.
@Timeout(900)
class SimulateIT {
    private static final int SEEDS = Boolean.getBoolean("setpoint.nightly") ? 100 : 2;

    @Test
    void givesTheSameTraceInEveryProcess() throws Exception {
        Process first = start();
        Process second = start();
        List<String> hashes = lines(first);
        assertThat(lines(second)).isEqualTo(hashes);
        assertThat(hashes).hasSize(SEEDS * Scenarios.all().size()).doesNotHaveDuplicates();
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Setpoint.class.getName(),
                        "simulate",
                        "run",
                        "--scenario",
                        "all",
                        "--seed",
                        "42",
                        "--seeds",
                        Integer.toString(SEEDS))
                .start();
    }

    private static List<String> lines(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().map(line -> line.split(" ", 2)[0]).toList();
    }
}
