package dev.setpoint.cli;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.NodeOptions.StartReports;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.ProcessEnd;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.ControlPlane;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// What `up` and `server` have in common: where the API is served, and where its state is kept.
///
/// The options are told to picocli in calls, not in annotations, of which the reading takes a noticeable part
/// of the time to start.
final class ServingOptions {
    private static final Duration END = Duration.ofMillis(4500);

    private final CommandSpec spec;
    private final OptionSpec dataDir;
    private final OptionSpec port;
    private final OptionSpec bind;
    private final OptionSpec nodes;
    private final OptionSpec store;
    private final OptionSpec kubeconfig;
    private final OptionSpec tokenFile;
    private final OptionSpec prometheus;

    /// @param spec to which the options are added
    /// @param usualNodes how many nodes there are unless somebody says so
    /// @param nodesAre what the nodes are there for
    ServingOptions(CommandSpec spec, String usualNodes, String nodesAre) {
        this.spec = spec;
        this.dataDir = add(option("--data-dir", "DIR", Path.class, "Where state, keys and logs are kept.")
                .defaultValue(".setpoint"));
        this.port = add(
                option("--port", "N", int.class, "Port; 0 picks a free one.").defaultValue("6443"));
        this.bind = add(option("--bind", "ADDRESS", String.class, "Address to listen on; 0.0.0.0 for all.")
                .defaultValue("127.0.0.1"));
        this.nodes = add(option("--nodes", "N", int.class, nodesAre).defaultValue(usualNodes));
        this.store = add(option("--store", "KIND", StoreName.class, "Where state is kept: ${COMPLETION-CANDIDATES}.")
                .defaultValue("sqlite"));
        this.kubeconfig = add(option(
                "--kubeconfig",
                "FILE",
                Path.class,
                "Where the administrator's kubeconfig is written; in the data folder unless given."));
        this.tokenFile = add(option(
                "--token-auth-file",
                "FILE",
                Path.class,
                "Bearer tokens that are accepted, a line each: token,user,uid,\"group,group\"."));
        this.prometheus = add(option(
                "--prometheus",
                "URL",
                URI.class,
                "Prometheus server from which custom and external metrics are read."));
    }

    /// A command with its name and the options that every command has.
    static CommandSpec described(Object command, String name, String description) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name).versionProvider(new VersionCommand());
        spec.usageMessage().description(description).showDefaultValues(true).sortOptions(false);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
        return spec;
    }

    static OptionSpec.Builder option(String name, String label, Class<?> type, String description) {
        return OptionSpec.builder(name).paramLabel(label).type(type).description(description);
    }

    OptionSpec add(OptionSpec.Builder option) {
        OptionSpec built = option.build();
        spec.addOption(built);
        return built;
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

    /// @throws ParameterException when something makes no sense
    ServerOptions read(ControlPlane.Extent extent, LeaseTiming leases, StartReports reports) {
        int chosenPort = port.getValue();
        int count = nodes.getValue();
        require(chosenPort >= 0 && chosenPort <= 65535, "--port: " + chosenPort + " (expected: 0 to 65535)");
        require(count >= 0, "--nodes: " + count + " (expected: 0 or more)");
        return new ServerOptions(
                dataDir.getValue(),
                bind.getValue(),
                chosenPort,
                NodeOptions.of(count).reporting(reports),
                store.<StoreName>getValue().kind,
                Optional.ofNullable(kubeconfig.getValue()),
                Optional.ofNullable(tokenFile.getValue()),
                leases,
                Optional.ofNullable(prometheus.getValue()),
                extent);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// Says when it serves, and serves until it is asked to end, or cannot.
    int serve(ServerOptions options) throws IOException {
        Logs.write(options.dataDir().resolve("logs"));
        Env env = RealEnv.create(spec.name());
        Server server = Server.start(options);
        AtomicInteger code = new AtomicInteger();
        ProcessEnd.inOrder(END, server::close, code::get);
        spec.commandLine()
                .getOut()
                .println("ready in " + tenths(ProcessAge.at(env.wallTime())) + " s: export KUBECONFIG="
                        + server.kubeconfig().toAbsolutePath().normalize());
        Optional<Throwable> failure = Optional.empty();
        while (failure.isEmpty()) {
            failure = server.awaitFailure(Duration.ofDays(1)); // Any other end comes from outside.
        }
        code.set(1);
        spec.commandLine()
                .getErr()
                .println("setpoint: the store has failed and writes no more (" + failure.get()
                        + "); start again to read what it has");
        return 1;
    }

    /// Of a second: `1.2`. Without a formatter, which would first read how people write numbers.
    static String tenths(Duration time) {
        long tenths = Math.round(time.toMillis() / 100.0);
        return tenths / 10 + "." + tenths % 10;
    }
}
