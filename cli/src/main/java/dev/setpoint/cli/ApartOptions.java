package dev.setpoint.cli;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.ProcessEnd;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.apart.ProcessApart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// What those parts of the control plane have in common that run in a JVM of their own.
final class ApartOptions {
    private static final Duration END = Duration.ofMillis(4500);

    private final CommandSpec spec;
    private final OptionSpec kubeconfig;
    private final OptionSpec logs;
    private final OptionSpec patience;

    /// @param spec to which the options are added
    /// @param usual the kubeconfig that is taken unless another is given
    ApartOptions(CommandSpec spec, String usual) {
        this.spec = spec;
        this.kubeconfig = add(ServingOptions.option(
                        "--kubeconfig", "FILE", Path.class, "Where the server is, and who this process is.")
                .defaultValue(usual));
        this.logs = add(ServingOptions.option(
                "--log-dir",
                "DIR",
                Path.class,
                "Where its log is kept; logs/apart beside the kubeconfig unless given."));
        this.patience = add(LeaseOptions.time(
                "--server-timeout", "1m", "How long the server may be away before this process ends with an error."));
    }

    private OptionSpec add(OptionSpec.Builder option) {
        OptionSpec built = option.build();
        spec.addOption(built);
        return built;
    }

    /// How a part is started.
    interface Starting {
        ProcessApart with(ProcessApart.Options options) throws IOException;
    }

    /// Says when it runs, and runs until it is asked to end, or there is no server any more.
    int run(LeaseTiming leases, Starting starting) throws IOException {
        Path file = kubeconfig.getValue();
        Duration limit = patience.getValue();
        if (!limit.isPositive()) {
            throw new ParameterException(
                    spec.commandLine(), "--server-timeout: it is not positive (expected: 1s or more)");
        }
        Path folder = Optional.<Path>ofNullable(logs.getValue())
                .orElseGet(() -> file.toAbsolutePath()
                        .resolveSibling("logs")
                        .resolve("apart")
                        .resolve(file.getFileName().toString().replaceFirst("[.]conf$", "")));
        if (Files.exists(file)) {
            Logs.write(folder);
        }
        Env env = RealEnv.create(spec.name());
        AtomicInteger code = new AtomicInteger();
        ProcessApart process = starting.with(new ProcessApart.Options(file, folder, limit, leases));
        ProcessEnd.inOrder(END, process::close, code::get);
        try {
            spec.commandLine()
                    .getOut()
                    .println("running after " + ServingOptions.tenths(ProcessAge.at(env.wallTime())) + " s as "
                            + process.identity() + " of " + process.server());
            process.await();
            return 0;
        } catch (RuntimeException e) { // Unreachable, mostly: whoever supervises has to learn of any.
            code.set(1);
            throw e;
        }
    }
}
