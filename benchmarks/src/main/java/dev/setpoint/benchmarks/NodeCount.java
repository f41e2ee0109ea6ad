package dev.setpoint.benchmarks;

import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Duration;

/// Waits for nodes.
final class NodeCount {
    private static final GroupVersionResource NODES = new GroupVersionResource("", "v1", "nodes");
    private static final Duration PAUSE = Duration.ofMillis(50);

    private NodeCount() {}

    static void await(Client client, int count, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (client.list(Target.collection(NODES, ""), ListOptions.ALL)
                        .items()
                        .size()
                < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("there are not " + count + " nodes after " + patience);
            }
            Thread.sleep(PAUSE);
        }
    }
}
