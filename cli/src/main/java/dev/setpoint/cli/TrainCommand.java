package dev.setpoint.cli;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.cli.training.FirstMinute;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Lets `setpoint up` live through its first minute in a JVM of its own, with the flags of this one, that keeps
/// what it has learnt for those that come after. The launcher runs it once after a build.
///
/// It is another JVM that asks, so that what asking takes is not among what is kept.
@Command(name = "train", hidden = true, description = "Makes the cache from which the program starts fast.")
final class TrainCommand implements Callable<Integer> {
    private static final Pattern SERVER = Pattern.compile("server: (https://\\S+)");

    /// Set by picocli.
    @Parameters(index = "0", paramLabel = "CACHE", description = "File to write.")
    private Path cache = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("setpoint-train");
        try (Env env = RealEnv.create("train")) {
            Process up = new ProcessBuilder(command(folder))
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader said = up.inputReader()) {
                awaitReady(said);
                try (HttpClient client = client(env, folder)) {
                    new FirstMinute(env, client, server(folder)).pass();
                }
                up.toHandle()
                        .destroy(); // As Ctrl-C does, and leaves its output open: the cache is written at the very end.
                said.lines().forEach(System.out::println);
                up.waitFor();
            } finally {
                up.destroyForcibly().waitFor();
            }
        } finally {
            delete(folder);
        }
        return Files.exists(cache) ? 0 : 1;
    }

    private List<String> command(Path folder) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-jar", System.getProperty("java.class.path")));
        command.addAll(List.of("up", "--port", "0", "--nodes", "4", "--data-dir", folder.toString()));
        return command;
    }

    private static void awaitReady(BufferedReader said) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            System.out.println(line);
            if (line.startsWith("ready in ")) {
                return;
            }
        }
        throw new IOException("it ended before it was ready");
    }

    private static URI server(Path folder) throws IOException {
        Matcher server = SERVER.matcher(Files.readString(folder.resolve("kubeconfig")));
        if (!server.find()) {
            throw new IOException("the kubeconfig names no server");
        }
        return URI.create(server.group(1));
    }

    private static HttpClient client(Env env, Path folder) throws IOException {
        SecureRandom random = new SecureRandom();
        Pki pki = Pki.open(folder.resolve("pki"), List.of(), env.wallTime(), random);
        return HttpClient.newBuilder()
                .sslContext(
                        TlsContext.of(Optional.of(pki.admin()), pki.authority().certificate(), random))
                .build();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
