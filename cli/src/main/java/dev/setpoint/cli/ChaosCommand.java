package dev.setpoint.cli;

import dev.setpoint.apiserver.chaos.Chaos;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.yaml.MalformedYamlException;
import dev.setpoint.machinery.yaml.YamlReader;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.chaos.ChaosReport;
import dev.setpoint.simulation.chaos.ChaosRun;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Faults for the clients of a live server.
@Command(
        name = "chaos",
        description = "Makes things go wrong for a client of a running server, and says what came of it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ChaosCommand implements Runnable {
    /// Set by picocli.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "run",
            description = "Puts a ChaosPolicy into force, waits until all is quiet again, and reports.",
            mixinStandardHelpOptions = true)
    int run(
            @Parameters(paramLabel = "FILE", description = "The policy, in YAML or JSON.") Path file,
            @Option(
                            names = "--kubeconfig",
                            paramLabel = "FILE",
                            description = "Of the server; .setpoint/kubeconfig, or what KUBECONFIG says, unless given.")
                    @Nullable
                    Path kubeconfig)
            throws IOException {
        Logs.silence();
        PrintWriter out = spec.commandLine().getOut();
        JsonObject policy = policy(file);
        try (Env env = RealEnv.create("chaos");
                HttpsClient client = HttpsClient.connect(env, config(kubeconfig), Chaos.USER_AGENT)) {
            ChaosReport report = new ChaosRun(env, client, policy, line -> {
                        out.println(line);
                        out.flush();
                    })
                    .run();
            tell(report, out);
            return report.finding().isEmpty() ? 0 : 1;
        }
    }

    private static JsonObject policy(Path file) throws IOException {
        try {
            if (YamlReader.value(Files.readAllBytes(file)) instanceof JsonObject object) {
                return object;
            }
        } catch (MalformedYamlException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(file + ": not an object");
    }

    private static Config config(@Nullable Path kubeconfig) throws IOException {
        Path file = kubeconfig == null ? usual() : kubeconfig;
        return Config.fromKubeconfig(Files.readString(file));
    }

    private static Path usual() {
        String named = System.getenv("KUBECONFIG");
        return Path.of(named == null || named.isEmpty() ? ".setpoint/kubeconfig" : named);
    }

    private static void tell(ChaosReport report, PrintWriter out) {
        long struck =
                report.faults().values().stream().mapToLong(Long::longValue).sum();
        out.printf(
                Locale.ROOT,
                "%s: %d requests, %d faults, %d deletions, %d writes to what was observed%n",
                report.policy(),
                report.requests(),
                struck,
                report.deletions(),
                report.writes());
        report.faults().forEach((fault, count) -> out.printf("  %-20s %6d%n", fault, count));
        double rest = report.rest().toMillis() / 1000.0;
        out.println(report.finding()
                .map(Finding::toString)
                .orElseGet(() -> String.format(Locale.ROOT, "converged, and at rest after %.1f s", rest)));
        out.flush();
    }

    @Command(
            name = "definition",
            description = "Prints the custom resource, for kubectl apply -f -.",
            mixinStandardHelpOptions = true)
    int definition() {
        spec.commandLine().getOut().print(new String(Chaos.definition(), StandardCharsets.UTF_8));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
