package dev.setpoint.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// API server, controller manager and scheduler as three JVMs, which speak HTTPS under identities of their own; and
/// nodes, if there are any.
public final class PartsApart implements AutoCloseable {
    /// A test need not wait for as long as people do when a leader has died.
    private static final List<String> HURRIED = List.of(
            "--leader-elect-lease-duration=4s",
            "--leader-elect-renew-deadline=3s",
            "--leader-elect-retry-period=500ms");

    private final Path folder;
    private final SetpointProcess server;
    private final List<SetpointProcess> nodes = new ArrayList<>();
    private SetpointProcess controllers;
    private SetpointProcess scheduler;

    /// @param folder for all data, new
    /// @param tokens lines of a file of tokens; may be empty
    public PartsApart(Path folder, int nodes, String tokens) {
        this.folder = folder;
        try {
            Path file = Files.writeString(folder.resolve("tokens.csv"), tokens);
            this.server = SetpointProcess.start(
                    "server", "--data-dir=" + data(), "--port=0", "--nodes=" + nodes, "--token-auth-file=" + file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.controllers = startControllers();
        this.scheduler = startScheduler();
        for (int number = 1; number <= nodes; number++) {
            this.nodes.add(SetpointProcess.start("node", "--kubeconfig=" + data().resolve("node-" + number + ".conf")));
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    public Path kubeconfig() {
        return data().resolve("kubeconfig");
    }

    private SetpointProcess startControllers() {
        List<String> command = new ArrayList<>(List.of(
                "controllers",
                "--kubeconfig=" + data().resolve("controller-manager.conf"),
                "--pki=" + data().resolve("pki")));
        command.addAll(HURRIED);
        return SetpointProcess.start(command.toArray(String[]::new));
    }

    private SetpointProcess startScheduler() {
        List<String> command =
                new ArrayList<>(List.of("scheduler", "--kubeconfig=" + data().resolve("scheduler.conf")));
        command.addAll(HURRIED);
        return SetpointProcess.start(command.toArray(String[]::new));
    }

    void killControllers() {
        controllers.kill();
    }

    void restartControllers() {
        controllers = startControllers();
    }

    void killScheduler() {
        scheduler.kill();
    }

    void restartScheduler() {
        scheduler = startScheduler();
    }

    @Override
    public void close() {
        nodes.forEach(SetpointProcess::close);
        scheduler.close();
        controllers.close();
        server.close();
    }
}
