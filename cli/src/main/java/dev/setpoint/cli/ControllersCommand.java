package dev.setpoint.cli;

import dev.setpoint.server.apart.ProcessApart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Runs the controller manager alone; the API server is another process.
final class ControllersCommand implements Callable<Integer> {
    private final CommandSpec spec = ServingOptions.described(
            this, "controllers", "Starts the controller manager alone, for an API server elsewhere.");
    private final ApartOptions apart = new ApartOptions(spec, ".setpoint/controller-manager.conf");
    private final LeaseOptions leases = new LeaseOptions(spec);
    private final OptionSpec pki = ServingOptions.option(
                    "--pki", "DIR", Path.class, "The cluster's keys, with which certificates and tokens are signed.")
            .defaultValue(".setpoint/pki")
            .build();

    private ControllersCommand() {
        spec.addOption(pki);
    }

    static CommandSpec spec() {
        return new ControllersCommand().spec;
    }

    @Override
    public Integer call() throws IOException {
        Path keys = pki.getValue();
        return apart.run(leases.read(), options -> ProcessApart.controllers(options, keys));
    }
}
