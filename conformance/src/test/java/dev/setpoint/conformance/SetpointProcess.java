package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A command of ours as a process of its own, which a test may kill.
public final class SetpointProcess implements AutoCloseable {
    private static final List<String> READY = List.of("ready in ", "running after ");

    private final Process process;

    private SetpointProcess(Process process) {
        this.process = process;
    }

    /// Serves or runs when it returns.
    public static SetpointProcess start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.setpoint.cli.Setpoint"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            awaitReady(process, arguments[0]);
            return new SetpointProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitReady(Process process, String name) throws IOException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Instant deadline = Instant.now().plusSeconds(60);
        String line;
        while ((line = reader.readLine()) != null && Instant.now().isBefore(deadline)) {
            output.append(line).append('\n');
            if (READY.stream().anyMatch(line::startsWith)) {
                return;
            }
        }
        process.destroyForcibly();
        throw new AssertionError("setpoint " + name + " did not become ready:\n" + output);
    }

    /// As `kill -9` does.
    public void kill() {
        process.toHandle().destroyForcibly();
        assertThat(end()).isNotZero();
    }

    /// As Ctrl-C does: it ends in order.
    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroy();
            assertThat(end()).isIn(0, 143);
        }
    }

    private int end() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
