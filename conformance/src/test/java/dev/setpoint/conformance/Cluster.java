package dev.setpoint.conformance;

import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A control plane with a durable store and one simulated node. Tests keep apart by namespace.
final class Cluster implements AutoCloseable {
    private final Server server;
    private final AtomicInteger namespaces = new AtomicInteger();

    Cluster() {
        try {
            Path folder = Files.createTempDirectory("setpoint");
            server = Server.start(
                    new ServerOptions(folder, "127.0.0.1", 0, 1, ServerOptions.StoreKind.SQLITE, Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Server server() {
        return server;
    }

    Path kubeconfig() {
        return server.kubeconfig();
    }

    /// A kubectl that works in a namespace of its own.
    Kubectl kubectl(String version) {
        String namespace = "test-" + namespaces.incrementAndGet();
        Kubectl.of(version, kubeconfig(), "default").run("create", "namespace", namespace);
        return Kubectl.of(version, kubeconfig(), namespace);
    }

    @Override
    public void close() {
        server.close();
    }
}
