package dev.setpoint.conformance;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.ControlPlane;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A control plane for tests, which keep apart by namespace.
public final class Cluster implements AutoCloseable {
    private final Server server;
    private final AtomicInteger namespaces = new AtomicInteger();

    /// @param tokens lines of a file of tokens; none when empty
    /// @param prometheus where custom and external metrics come from
    private Cluster(int nodes, ServerOptions.StoreKind store, String tokens, Optional<URI> prometheus) {
        try {
            Path folder = Files.createTempDirectory("setpoint");
            Optional<Path> file = tokens.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Files.writeString(folder.resolve("tokens.csv"), tokens));
            server = Server.start(new ServerOptions(
                    folder,
                    "127.0.0.1",
                    0,
                    NodeOptions.of(nodes),
                    store,
                    Optional.empty(),
                    file,
                    LeaseTiming.DEFAULT,
                    prometheus,
                    ControlPlane.Extent.WHOLE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As people start it: with a durable store and one simulated node.
    static Cluster whole() {
        return new Cluster(1, ServerOptions.StoreKind.SQLITE, "", Optional.empty());
    }

    /// In memory, with nobody who runs pods.
    public static Cluster withoutNodes() {
        return withoutNodes("");
    }

    /// The same, and whoever shows one of these tokens is known.
    public static Cluster withoutNodes(String tokens) {
        return new Cluster(0, ServerOptions.StoreKind.MEMORY, tokens, Optional.empty());
    }

    /// In memory, with nobody who runs pods, and with metrics from there.
    public static Cluster measuredBy(URI prometheus) {
        return new Cluster(0, ServerOptions.StoreKind.MEMORY, "", Optional.of(prometheus));
    }

    public Server server() {
        return server;
    }

    public Path kubeconfig() {
        return server.kubeconfig();
    }

    /// A kubectl that works in a namespace of its own.
    public Kubectl kubectl(String version) {
        String namespace = "test-" + namespaces.incrementAndGet();
        Kubectl.of(version, kubeconfig(), "default").run("create", "namespace", namespace);
        return Kubectl.of(version, kubeconfig(), namespace);
    }

    @Override
    public void close() {
        server.close();
    }
}
