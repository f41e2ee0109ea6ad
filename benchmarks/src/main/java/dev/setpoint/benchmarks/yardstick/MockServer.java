package dev.setpoint.benchmarks.yardstick;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.util.HashMap;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// fabric8's mock server in CRUD mode, over TLS. It speaks HTTP/1.1 only.
public final class MockServer {
    /// Kept, since a logger that nobody holds forgets its level. It would tell of every request.
    private static final Logger LOGGER = Logger.getLogger("io.fabric8.mockwebserver");

    private static final String READY = "ready on ";

    private MockServer() {}

    public static void main(String[] arguments) throws Exception {
        LOGGER.setLevel(Level.WARNING);
        KubernetesMockServer server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), true);
        server.init();
        System.out.println(READY + server.getPort());
        Thread.currentThread().join(); // Until the process is ended.
    }

    static boolean isReady(String line) {
        return line.startsWith(READY);
    }

    static int port(String readyLine) {
        return Integer.parseInt(readyLine.substring(READY.length()));
    }
}
