package dev.setpoint.server;

import java.nio.file.Path;
import java.util.Optional;

/// How a server on this machine is to run.
///
/// @param port 0 lets the system choose one
/// @param kubeconfig where the administrator's kubeconfig is written; by default into the data folder
public record ServerOptions(
        Path dataDir, String bind, int port, int nodes, StoreKind store, Optional<Path> kubeconfig) {
    /// Where state is kept.
    public enum StoreKind {
        SQLITE,
        MEMORY
    }

    Path kubeconfigFile() {
        return kubeconfig.orElse(dataDir.resolve("kubeconfig"));
    }
}
