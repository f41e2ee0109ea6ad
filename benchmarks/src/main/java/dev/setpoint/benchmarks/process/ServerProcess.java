package dev.setpoint.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A process that serves, with a folder of its own that goes when it ends.
public final class ServerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /// A benchmark that is broken off leaves nothing behind. Only a hook of the JVM's own hears of that.
    private static final Set<ServerProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(ServerProcess::close)));
    }

    private final Process process;
    private final Path folder;
    private final String readyLine;
    private final Duration readyAfter;

    private ServerProcess(Process process, Path folder, String readyLine, Duration readyAfter) {
        this.process = process;
        this.folder = folder;
        this.readyLine = readyLine;
        this.readyAfter = readyAfter;
        RUNNING.add(this);
    }

    /// Returns when the process says on its output that it is ready.
    ///
    /// @param folder that it works in, to be deleted in the end
    public static ServerProcess start(ProcessBuilder command, Path folder, Predicate<String> ready) throws IOException {
        long begin = System.nanoTime();
        Process process = command.start();
        BufferedReader output = process.inputReader(); // Left open: closing it would break the server's own output.
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (ready.test(line)) {
                Duration taken = Duration.ofNanos(System.nanoTime() - begin);
                Thread.ofPlatform().daemon().name("output").start(() -> readOn(output)); // Else the pipe fills up.
                return new ServerProcess(process, folder, line, taken);
            }
        }
        Folders.delete(folder);
        throw new IOException(String.join(" ", command.command()) + ": ended before it was ready");
    }

    private static void readOn(BufferedReader output) {
        try {
            output.lines().forEach(_ -> {});
        } catch (UncheckedIOException _) {
            return; // The process has ended.
        }
    }

    public Path folder() {
        return folder;
    }

    /// What it said when it was ready.
    public String readyLine() {
        return readyLine;
    }

    /// From the call of the command on: what somebody waits who types it.
    public Duration readyAfter() {
        return readyAfter;
    }

    public ProcessUsage usage() {
        return new ProcessUsage(process.toHandle());
    }

    /// Ends the process and leaves the folder, for another one to begin with.
    public void stop() {
        RUNNING.remove(this);
        process.destroy();
        process.onExit()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(_ -> process.destroyForcibly().onExit().join())
                .join();
    }

    @Override
    public void close() {
        stop();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
