package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.reconcile.leader.LeaseTiming;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// How a server on this machine is to run.
///
/// @param port 0 lets the system choose one
/// @param kubeconfig where the administrator's kubeconfig is written; by default into the data folder
/// @param tokenFile bearer tokens that are good beside those of service accounts
/// @param leases how long the controller manager and the scheduler lead without a word
/// @param prometheus where custom and external metrics come from; without it there are none
/// @param extent whether the controller manager, the scheduler and the nodes run here
public record ServerOptions(
        Path dataDir,
        String bind,
        int port,
        NodeOptions nodes,
        StoreKind store,
        Optional<Path> kubeconfig,
        Optional<Path> tokenFile,
        LeaseTiming leases,
        Optional<URI> prometheus,
        ControlPlane.Extent extent) {
    /// The whole, with the timing of Kubernetes' own components.
    public ServerOptions(Path dataDir, String bind, int port, int nodes, StoreKind store, Optional<Path> kubeconfig) {
        this(
                dataDir,
                bind,
                port,
                NodeOptions.of(nodes),
                store,
                kubeconfig,
                Optional.empty(),
                LeaseTiming.DEFAULT,
                Optional.empty(),
                ControlPlane.Extent.WHOLE);
    }

    /// Where state is kept.
    public enum StoreKind {
        SQLITE,
        MEMORY
    }

    /// The nodes that need kubeconfigs, since they run in JVMs of their own.
    NodeOptions nodesApart() {
        return switch (extent) {
            case WHOLE -> NodeOptions.of(0);
            case API_SERVER -> nodes;
        };
    }

    Path kubeconfigFile() {
        return kubeconfig.orElse(dataDir.resolve("kubeconfig"));
    }
}
