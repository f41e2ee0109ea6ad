package dev.setpoint.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A real kubectl of some version, pointed at one cluster.
public final class Kubectl {
    private static final List<String> WANTED = List.of("1.27", "1.28", "1.29", "1.30", "1.31", "1.32", "1.33");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern AGE = Pattern.compile("(?<= )(\\d+[smh])+(?= |$)");

    private final Path program;
    private final Path kubeconfig;
    private final String namespace;
    private final Map<String, String> environment;

    private Kubectl(Path program, Path kubeconfig, String namespace, Map<String, String> environment) {
        this.program = program;
        this.kubeconfig = kubeconfig;
        this.namespace = namespace;
        this.environment = environment;
    }

    /// What a command came to.
    public record Result(int exit, String out, String err) {
        public String all() {
            return out + err;
        }
    }

    /// The versions to test with: siblings `kubectl.1.*` of the `kubectl` on the PATH.
    public static List<String> versions() {
        List<String> found = WANTED.stream()
                .filter(version -> Files.isExecutable(program(version)))
                .toList();
        if (!found.equals(WANTED)) {
            throw new AssertionError("kubectl " + WANTED + " are wanted beside the kubectl on the PATH as kubectl.1.27"
                    + " and so on; found " + found);
        }
        return found;
    }

    static Kubectl of(String version, Path kubeconfig, String namespace) {
        return new Kubectl(program(version), kubeconfig, namespace, Map.of());
    }

    public Kubectl withEnvironment(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(variable, value);
        return new Kubectl(program, kubeconfig, namespace, more);
    }

    /// The one that commands work in.
    public String namespace() {
        return namespace;
    }

    private static Path program(String version) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path candidate = Path.of(folder, "kubectl");
            if (Files.isExecutable(candidate)) {
                try {
                    return candidate.toRealPath().resolveSibling("kubectl." + version);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        throw new AssertionError("no kubectl on the PATH; wanted: " + WANTED);
    }

    /// Runs a command and expects it to succeed.
    public String run(String... arguments) {
        return feed("", arguments);
    }

    /// Like [#run], with something on its standard input.
    public String feed(String input, String... arguments) {
        Result result = attemptWith(input, arguments);
        if (result.exit() != 0) {
            throw new AssertionError(
                    "kubectl " + String.join(" ", arguments) + " exited " + result.exit() + ":\n" + result.all());
        }
        return result.out();
    }

    /// The lines of a table with single blanks between their cells, and `AGE` for ages.
    public List<String> table(String... arguments) {
        return lines(run(arguments))
                .map(line -> AGE.matcher(line.strip().replaceAll("\\s+", " ")).replaceAll("AGE"))
                .toList();
    }

    public Result attempt(String... arguments) {
        return attemptWith("", arguments);
    }

    /// @param input what the command reads from its standard input
    public Result attemptWith(String input, String... arguments) {
        try {
            Path out = Files.createTempFile("kubectl", ".out");
            Path err = Files.createTempFile("kubectl", ".err");
            Process process = command(arguments)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("kubectl " + String.join(" ", arguments) + " did not end within " + PATIENCE
                        + ":\n" + Files.readString(out) + Files.readString(err));
            }
            Result result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Starts a command that goes on until its caller ends it. What it says of mistakes comes with its output.
    public Process start(String... arguments) {
        try {
            return command(arguments).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--namespace", namespace));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().putAll(environment);
        builder.environment().put("HOME", kubeconfig.resolveSibling("home").toString());
        return builder;
    }

    /// Repeats a command until its output is as expected.
    public String until(Predicate<String> expected, String... arguments) {
        Instant end = Instant.now().plus(PATIENCE);
        while (true) {
            String out = attempt(arguments).out();
            if (expected.test(out)) {
                return out;
            }
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("kubectl " + String.join(" ", arguments) + " never gave what was expected,"
                        + " at last:\n" + out);
            }
        }
    }

    /// Whether the text is one number twice, as `3 3`.
    static boolean equalNumbers(String text) {
        String[] parts = text.strip().split(" ", -1);
        return parts.length == 2 && !parts[0].isEmpty() && parts[0].equals(parts[1]);
    }

    public static Stream<String> lines(String text) {
        return text.lines().filter(line -> !line.isBlank());
    }
}
