package dev.setpoint.cli;

import dev.setpoint.server.apart.ProcessApart;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/// Runs the scheduler alone; the API server is another process.
final class SchedulerCommand implements Callable<Integer> {
    private final CommandSpec spec =
            ServingOptions.described(this, "scheduler", "Starts the scheduler alone, for an API server elsewhere.");
    private final ApartOptions apart = new ApartOptions(spec, ".setpoint/scheduler.conf");
    private final LeaseOptions leases = new LeaseOptions(spec);

    static CommandSpec spec() {
        return new SchedulerCommand().spec;
    }

    @Override
    public Integer call() throws IOException {
        return apart.run(leases.read(), ProcessApart::scheduler);
    }
}
