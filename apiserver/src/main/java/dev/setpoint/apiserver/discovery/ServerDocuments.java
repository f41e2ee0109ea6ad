package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// What the server says of itself: version, health and metrics.
public final class ServerDocuments implements Documents {
    /// The Kubernetes version whose API this is.
    public static final String VERSION = "v1.36.4+setpoint";

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    private final List<Check> checks;
    private final Supplier<String> metrics;
    private final byte[] version;

    /// @param ready for `/readyz` alone: a server that still starts is alive but not ready
    public record Check(String name, boolean ready, BooleanSupplier passes) {}

    public ServerDocuments(List<Check> checks, Supplier<String> metrics, String buildDate) {
        this.checks = List.copyOf(checks);
        this.metrics = metrics;
        this.version = JsonWriter.bytes(version(buildDate));
    }

    @Override
    public Optional<Document> find(Query query) {
        String path = query.path();
        int slash = path.indexOf('/', 1);
        String root = slash < 0 ? path : path.substring(0, slash);
        return switch (root) {
            case "/version" -> slash < 0 ? Optional.of(Document.of("application/json", version)) : Optional.empty();
            case "/metrics" ->
                slash < 0
                        ? Optional.of(Document.of(METRICS, metrics.get().getBytes(StandardCharsets.UTF_8)))
                        : Optional.empty();
            case "/livez", "/healthz", "/readyz" ->
                health(query, root.substring(1), slash < 0 ? "" : path.substring(slash + 1));
            default -> Optional.empty();
        };
    }

    private Optional<Document> health(Query query, String kind, String only) {
        List<Check> asked = checks.stream()
                .filter(check -> kind.equals("readyz") || !check.ready())
                .toList();
        if (!only.isEmpty()) {
            return asked.stream()
                    .filter(check -> check.name().equals(only))
                    .findFirst()
                    .map(check -> check.passes().getAsBoolean()
                            ? text(200, "ok")
                            : text(500, "internal server error: " + check.name() + " failed\n"));
        }
        List<String> excluded = query.parameters().getOrDefault("exclude", List.of());
        StringBuilder report = new StringBuilder();
        boolean passed = true;
        for (Check check : asked) {
            boolean skip = excluded.contains(check.name());
            boolean passes = skip || check.passes().getAsBoolean();
            passed &= passes;
            report.append(passes ? "[+]" : "[-]").append(check.name());
            report.append(skip ? " excluded: ok" : passes ? " ok" : " failed: reason withheld")
                    .append('\n');
        }
        if (!passed) {
            return Optional.of(text(500, report + kind + " check failed\n"));
        }
        boolean verbose = query.parameters().containsKey("verbose");
        return Optional.of(text(200, verbose ? report + kind + " check passed\n" : "ok"));
    }

    private static Document text(int code, String text) {
        return new Document(
                code, TEXT, text.getBytes(StandardCharsets.UTF_8), "", Map.of("X-Content-Type-Options", "nosniff"));
    }

    private static JsonObject version(String buildDate) {
        return new JsonObject()
                .put("major", "1")
                .put("minor", "36")
                .put("emulationMajor", "1")
                .put("emulationMinor", "36")
                .put("minCompatibilityMajor", "1")
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", VERSION)
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", buildDate)
                .put("goVersion", "none: java " + Runtime.version().feature())
                .put("compiler", "javac")
                .put("platform", platform());
    }

    /// In the words that clients know: `linux/amd64`.
    private static String platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch", "");
        return (os.startsWith("mac") ? "darwin" : os) + "/" + (architecture.equals("aarch64") ? "arm64" : architecture);
    }
}
