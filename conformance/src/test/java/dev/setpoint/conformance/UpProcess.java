package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/// `setpoint up` as a process of its own, which a test may kill.
public final class UpProcess implements AutoCloseable {
    private final Process process;
    private final Path folder;

    private UpProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// Serves when it returns.
    ///
    /// @param folder its data folder, new or left by another
    public static UpProcess start(Path folder) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "dev.setpoint.cli.Setpoint",
                            "up",
                            "--data-dir",
                            folder.toString(),
                            "--port",
                            "0")
                    .redirectErrorStream(true)
                    .start();
            awaitReady(process);
            return new UpProcess(process, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitReady(Process process) throws IOException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Instant deadline = Instant.now().plusSeconds(60);
        String line;
        while ((line = reader.readLine()) != null && Instant.now().isBefore(deadline)) {
            output.append(line).append('\n');
            if (line.startsWith("ready in ")) {
                return;
            }
        }
        process.destroyForcibly();
        throw new AssertionError("setpoint up did not become ready:\n" + output);
    }

    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    public Kubectl kubectl(String version) {
        return Kubectl.of(version, kubeconfig(), "default");
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
