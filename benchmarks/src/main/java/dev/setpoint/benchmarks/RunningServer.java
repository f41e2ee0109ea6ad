package dev.setpoint.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A control plane as people start it, in a process and a folder of its own.
final class RunningServer implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Path folder;
    private final Duration readyAfter;

    private RunningServer(Process process, Path folder, Duration readyAfter) {
        this.process = process;
        this.folder = folder;
        this.readyAfter = readyAfter;
    }

    /// Returns when it says that it is ready.
    static RunningServer start(Path launcher) throws IOException {
        Path folder = Files.createTempDirectory("setpoint-bench");
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(launcher.toString(), "up", "--port", "0", "--data-dir", folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(); // Left open: closing it would break the server's own output.
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready in ")) {
                return new RunningServer(process, folder, Duration.ofNanos(System.nanoTime() - begin));
            }
        }
        throw new IOException("the server ended before it was ready");
    }

    /// From the call of the launcher on: what somebody waits who types the command.
    Duration readyAfter() {
        return readyAfter;
    }

    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    double residentMegabytes() throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(process.pid())).start();
        try (BufferedReader output = ps.inputReader()) {
            String kilobytes = output.readLine();
            if (kilobytes == null) {
                throw new IOException("ps knows no process " + process.pid());
            }
            return Long.parseLong(kilobytes.strip()) / 1024.0;
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(_ -> process.destroyForcibly().onExit().join())
                .join();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
