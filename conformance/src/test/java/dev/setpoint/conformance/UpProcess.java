package dev.setpoint.conformance;

import java.nio.file.Path;

/// `setpoint up` as a process of its own, which a test may kill.
public final class UpProcess implements AutoCloseable {
    private final SetpointProcess process;
    private final Path folder;

    private UpProcess(SetpointProcess process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// Serves when it returns.
    ///
    /// @param folder its data folder, new or left by another
    public static UpProcess start(Path folder) {
        return new UpProcess(SetpointProcess.start("up", "--data-dir", folder.toString(), "--port", "0"), folder);
    }

    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    public Kubectl kubectl(String version) {
        return Kubectl.of(version, kubeconfig(), "default");
    }

    /// As `kill -9` does.
    public void kill() {
        process.kill();
    }

    /// As Ctrl-C does: it ends in order.
    @Override
    public void close() {
        process.close();
    }
}
