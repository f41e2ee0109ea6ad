package dev.setpoint.cli;

import dev.setpoint.agent.NodeOptions.StartReports;
import dev.setpoint.server.ControlPlane;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Runs the whole control plane in the foreground until it is asked to end.
final class UpCommand implements Callable<Integer> {
    static final String NAME = "up";

    private final CommandSpec spec =
            ServingOptions.described(this, NAME, "Starts the whole control plane and stays in the foreground.");
    private final ServingOptions serving = new ServingOptions(spec, "1", "Nodes to run pods on; 0 for none.");
    private final LeaseOptions leases = new LeaseOptions(spec);
    private final OptionSpec coalesced = serving.add(OptionSpec.builder("--coalesce-pod-starts")
            .type(boolean.class)
            .defaultValue("false")
            .description("For load tests: while many pods wait for their nodes, those that start are not reported in"
                    + " ContainerCreating first, as Kubernetes does."));

    static CommandSpec spec() {
        return new UpCommand().spec;
    }

    @Override
    public Integer call() throws IOException {
        StartReports reports = coalesced.<Boolean>getValue() ? StartReports.UNLESS_MANY_WAIT : StartReports.EACH;
        return serving.serve(serving.read(ControlPlane.Extent.WHOLE, leases.read(), reports));
    }
}
