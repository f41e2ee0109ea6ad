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
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// Runs the whole control plane in the foreground until it is asked to end.
@Command(
        name = "up",
        description = "Starts the whole control plane and stays in the foreground.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class UpCommand implements Callable<Integer> {
    private static final Duration END = Duration.ofMillis(4500);

    /// Set by picocli, like the options.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where state, keys and logs are kept.",
            defaultValue = ".setpoint")
    private Path dataDir = Path.of("");

    @Option(names = "--port", paramLabel = "N", description = "Port; 0 picks a free one.", defaultValue = "6443")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Address to listen on; 0.0.0.0 for all.",
            defaultValue = "127.0.0.1")
    private String bind = "";

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes to run pods on; 0 for none.", defaultValue = "1")
    private int nodes;

    @Option(
            names = "--store",
            paramLabel = "KIND",
            description = "Where state is kept: ${COMPLETION-CANDIDATES}.",
            defaultValue = "sqlite")
    private StoreName store = StoreName.sqlite;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Where the administrator's kubeconfig is written; in the data folder unless given.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--leader-elect-lease-duration",
            paramLabel = "TIME",
            description = "How long others respect a leader that does not renew its Lease.",
            converter = GoTime.class,
            defaultValue = "15s")
    private Duration leaseDuration = Duration.ZERO;

    @Option(
            names = "--leader-elect-renew-deadline",
            paramLabel = "TIME",
            description = "How long a leader tries to renew its Lease before it steps down.",
            converter = GoTime.class,
            defaultValue = "10s")
    private Duration renewDeadline = Duration.ZERO;

    @Option(
            names = "--leader-elect-retry-period",
            paramLabel = "TIME",
            description = "How long between two tries to renew a Lease, or to take it.",
            converter = GoTime.class,
            defaultValue = "2s")
    private Duration retryPeriod = Duration.ZERO;

    /// As Kubernetes' own programs take times: `15s`, `1m30s`.
    static final class GoTime implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return GoDuration.parse(text)
                    .orElseThrow(
                            () -> new TypeConversionException("\"" + text + "\" (expected: a time as 15s or 1m30s)"));
        }
    }

    @Option(
            names = "--token-auth-file",
            paramLabel = "FILE",
            description = "Bearer tokens that are accepted, a line each: token,user,uid,\"group,group\".")
    private @Nullable Path tokenFile;

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "Prometheus server from which custom and external metrics are read.")
    private @Nullable URI prometheus;

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
        Logs.write(dataDir.resolve("logs"));
        Env env = RealEnv.create("up");
        Server server = Server.start(options);
        ProcessEnd.inOrder(END, server::close);
        spec.commandLine()
                .getOut()
                .printf(
                        Locale.ROOT,
                        "ready in %.1f s: export KUBECONFIG=%s%n",
                        sinceStart(env.wallTime()).toMillis() / 1000.0,
                        server.kubeconfig().toAbsolutePath().normalize());
        while (true) {
            env.sleep(Duration.ofDays(1)); // The end comes from outside.
        }
    }

    private ServerOptions options() {
        require(port >= 0 && port <= 65535, "--port: " + port + " (expected: 0 to 65535)");
        require(nodes >= 0, "--nodes: " + nodes + " (expected: 0 or more)");
        return new ServerOptions(
                dataDir,
                bind,
                port,
                nodes,
                store.kind,
                Optional.ofNullable(kubeconfig),
                Optional.ofNullable(tokenFile),
                leases(),
                Optional.ofNullable(prometheus));
    }

    private LeaseTiming leases() {
        try {
            return new LeaseTiming(leaseDuration, renewDeadline, retryPeriod);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--leader-elect-*: " + e.getMessage(), e);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// From the start of the process, which is before the JVM's own.
    private static Duration sinceStart(Instant now) {
        Instant start = ProcessHandle.current().info().startInstant().orElse(now);
        return Duration.between(start, now);
    }
}
