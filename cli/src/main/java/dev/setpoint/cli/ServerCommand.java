package dev.setpoint.cli;

import dev.setpoint.agent.NodeOptions.StartReports;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.ControlPlane;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/// Runs the API server alone, with its store; controller manager, scheduler and nodes are other processes.
final class ServerCommand implements Callable<Integer> {
    private final CommandSpec spec = ServingOptions.described(
            this,
            "server",
            "Starts the API server alone. The data folder then holds a kubeconfig for each of the other parts.");
    private final ServingOptions serving =
            new ServingOptions(spec, "0", "Nodes that will run elsewhere: each gets a kubeconfig.");

    static CommandSpec spec() {
        return new ServerCommand().spec;
    }

    @Override
    public Integer call() throws IOException {
        return serving.serve(serving.read(ControlPlane.Extent.API_SERVER, LeaseTiming.DEFAULT, StartReports.EACH));
    }
}
