package dev.setpoint.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A control plane as people start it: `./setpoint up`, with its durable store, in a process of its own.
public final class RunningServer implements AutoCloseable {
    private static final String SERVER = "server: https://127.0.0.1:";

    private final ServerProcess process;

    private RunningServer(ServerProcess process) {
        this.process = process;
    }

    /// @param options of `up` beyond port and folder
    public static RunningServer start(String... options) throws IOException {
        return start(Folders.create(), options);
    }

    /// Begins with what another left in this folder.
    public static RunningServer start(Path folder, String... options) throws IOException {
        return start(folder, List.of(), options);
    }

    /// @param javaOptions as the launcher takes them
    public static RunningServer start(Path folder, List<String> javaOptions, String... options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(launcher(), "up", "--port", "0", "--data-dir", folder.toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        if (!javaOptions.isEmpty()) {
            builder.environment().put("SETPOINT_JAVA_OPTS", String.join(" ", javaOptions));
        }
        return new RunningServer(ServerProcess.start(builder, folder, line -> line.startsWith("ready in ")));
    }

    private static String launcher() {
        String launcher = System.getProperty("setpoint.launcher");
        if (launcher == null) {
            throw new IllegalStateException("setpoint.launcher is not set (expected: the path of ./setpoint)");
        }
        return launcher;
    }

    public Endpoint endpoint() throws IOException {
        String kubeconfig = Files.readString(process.folder().resolve("kubeconfig"));
        String rest = kubeconfig.substring(kubeconfig.indexOf(SERVER) + SERVER.length());
        return Endpoint.of(
                process.folder().resolve("pki"),
                Integer.parseInt(rest.lines().findFirst().orElseThrow().strip()));
    }

    public Path folder() {
        return process.folder();
    }

    public Duration readyAfter() {
        return process.readyAfter();
    }

    public ProcessUsage usage() {
        return process.usage();
    }

    /// Ends it and leaves its folder.
    public void stop() {
        process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
