package dev.setpoint.cli;

import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.apart.ProcessApart;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/// Runs one simulated node; the API server is another process.
final class NodeCommand implements Callable<Integer> {
    private final CommandSpec spec = ServingOptions.described(
            this, "node", "Starts a simulated node, for an API server elsewhere; which one, the kubeconfig says.");
    private final ApartOptions apart = new ApartOptions(spec, ".setpoint/node-1.conf");

    static CommandSpec spec() {
        return new NodeCommand().spec;
    }

    @Override
    public Integer call() throws IOException {
        return apart.run(LeaseTiming.DEFAULT, ProcessApart::node);
    }
}
