package dev.setpoint.cli;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.ProcessEnd;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.machinery.time.GoDuration;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// Runs the whole control plane in the foreground until it is asked to end.
///
/// Its options are told to picocli in calls, not in annotations, of which the reading takes a noticeable part
/// of the time to start.
final class UpCommand implements Callable<Integer> {
    static final String NAME = "up";

    private static final Duration END = Duration.ofMillis(4500);

    private final CommandSpec spec =
            CommandSpec.wrapWithoutInspection(this).name(NAME).versionProvider(new VersionCommand());
    private final OptionSpec dataDir =
            add(option("--data-dir", "DIR", Path.class, "Where state, keys and logs are kept.")
                    .defaultValue(".setpoint"));
    private final OptionSpec port =
            add(option("--port", "N", int.class, "Port; 0 picks a free one.").defaultValue("6443"));
    private final OptionSpec bind =
            add(option("--bind", "ADDRESS", String.class, "Address to listen on; 0.0.0.0 for all.")
                    .defaultValue("127.0.0.1"));
    private final OptionSpec nodes = add(option("--nodes", "N", int.class, "Nodes to run pods on; 0 for none.")
            .defaultValue("1"));
    private final OptionSpec store =
            add(option("--store", "KIND", StoreName.class, "Where state is kept: ${COMPLETION-CANDIDATES}.")
                    .defaultValue("sqlite"));
    private final OptionSpec kubeconfig = add(option(
            "--kubeconfig",
            "FILE",
            Path.class,
            "Where the administrator's kubeconfig is written; in the data folder unless given."));
    private final OptionSpec leaseDuration = add(time(
            "--leader-elect-lease-duration", "15s", "How long others respect a leader that does not renew its Lease."));
    private final OptionSpec renewDeadline = add(time(
            "--leader-elect-renew-deadline",
            "10s",
            "How long a leader tries to renew its Lease before it steps down."));
    private final OptionSpec retryPeriod = add(
            time("--leader-elect-retry-period", "2s", "How long between two tries to renew a Lease, or to take it."));
    private final OptionSpec tokenFile = add(option(
            "--token-auth-file",
            "FILE",
            Path.class,
            "Bearer tokens that are accepted, a line each: token,user,uid,\"group,group\"."));
    private final OptionSpec prometheus = add(option(
            "--prometheus", "URL", URI.class, "Prometheus server from which custom and external metrics are read."));

    private UpCommand() {
        spec.usageMessage()
                .description("Starts the whole control plane and stays in the foreground.")
                .showDefaultValues(true)
                .sortOptions(false);
        add(OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help message and exit."));
        add(OptionSpec.builder("-V", "--version").versionHelp(true).description("Print version information and exit."));
    }

    static CommandSpec spec() {
        return new UpCommand().spec;
    }

    private static OptionSpec.Builder option(String name, String label, Class<?> type, String description) {
        return OptionSpec.builder(name).paramLabel(label).type(type).description(description);
    }

    private static OptionSpec.Builder time(String name, String otherwise, String description) {
        return option(name, "TIME", Duration.class, description)
                .converters(new GoTime())
                .defaultValue(otherwise);
    }

    private OptionSpec add(OptionSpec.Builder option) {
        OptionSpec built = option.build();
        spec.addOption(built);
        return built;
    }

    /// As Kubernetes' own programs take times: `15s`, `1m30s`.
    static final class GoTime implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return GoDuration.parse(text)
                    .orElseThrow(
                            () -> new TypeConversionException("\"" + text + "\" (expected: a time as 15s or 1m30s)"));
        }
    }

    /// As people write them, hence in lower case.
    enum StoreName {
        sqlite(ServerOptions.StoreKind.SQLITE),
        memory(ServerOptions.StoreKind.MEMORY);

        private final ServerOptions.StoreKind kind;

        StoreName(ServerOptions.StoreKind kind) {
            this.kind = kind;
        }
    }

    @Override
    public Integer call() throws IOException {
        ServerOptions options = options();
        Logs.write(options.dataDir().resolve("logs"));
        Env env = RealEnv.create("up");
        Server server = Server.start(options);
        ProcessEnd.inOrder(END, server::close);
        spec.commandLine()
                .getOut()
                .println("ready in " + tenths(ProcessAge.at(env.wallTime())) + " s: export KUBECONFIG="
                        + server.kubeconfig().toAbsolutePath().normalize());
        while (true) {
            env.sleep(Duration.ofDays(1)); // The end comes from outside.
        }
    }

    private ServerOptions options() {
        int port = this.port.getValue();
        int nodes = this.nodes.getValue();
        require(port >= 0 && port <= 65535, "--port: " + port + " (expected: 0 to 65535)");
        require(nodes >= 0, "--nodes: " + nodes + " (expected: 0 or more)");
        return new ServerOptions(
                dataDir.getValue(),
                bind.getValue(),
                port,
                nodes,
                store.<StoreName>getValue().kind,
                Optional.ofNullable(kubeconfig.getValue()),
                Optional.ofNullable(tokenFile.getValue()),
                leases(),
                Optional.ofNullable(prometheus.getValue()));
    }

    private LeaseTiming leases() {
        try {
            return new LeaseTiming(leaseDuration.getValue(), renewDeadline.getValue(), retryPeriod.getValue());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--leader-elect-*: " + e.getMessage(), e);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// Of a second: `1.2`. Without a formatter, which would first read how people write numbers.
    private static String tenths(Duration time) {
        long tenths = Math.round(time.toMillis() / 100.0);
        return tenths / 10 + "." + tenths % 10;
    }
}
