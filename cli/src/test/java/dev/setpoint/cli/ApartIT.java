package dev.setpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The parts as processes of their own, as people run them, with the server and without.
@Timeout(180)
class ApartIT {
    private final List<Process> started = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void eachPartSaysWhoItIsAndEndsInOrderWhenAsked() throws Exception {
        Process server = server();
        for (String file : List.of("controller-manager.conf", "scheduler.conf", "node-1.conf")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))))
                    .as(file)
                    .isEqualTo("rw-------");
        }
        Process controllers = start(
                "controllers",
                "--kubeconfig",
                folder.resolve("controller-manager.conf").toString(),
                "--pki",
                folder.resolve("pki").toString());
        Process scheduler = part("scheduler", "scheduler.conf");
        Process node = part("node", "node-1.conf");
        assertThat(line(controllers)).matches("running after .* s as system:kube-controller-manager of https://.*");
        assertThat(line(scheduler)).matches("running after .* s as system:kube-scheduler of https://.*");
        assertThat(line(node)).matches("running after .* s as system:node:node-1 of https://.*");
        assertThat(folder.resolve("logs/apart/scheduler/kube-scheduler/0.log")).exists();

        for (Process process : List.of(node, scheduler, controllers, server)) {
            process.destroy();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
    }

    @Test
    void endsWithOneLineWhenTheServerIsGoneForGood() throws Exception {
        Process server = server();
        Process scheduler = part("scheduler", "scheduler.conf", "--server-timeout", "3s");
        assertThat(line(scheduler)).startsWith("running after ");
        server.destroyForcibly();
        assertThat(failure(scheduler))
                .matches("setpoint: https://127.0.0.1:\\d+ has not answered for 3 s, so this process ends: .*");

        assertThat(failure(part("scheduler", "scheduler.conf", "--server-timeout", "1s")))
                .as("at the start, too")
                .matches("setpoint: https://127.0.0.1:\\d+ has not answered for 1 s, so this process ends: .*");
    }

    @Test
    void endsAtOnceWhenTheServerDoesNotKnowIt() throws Exception {
        Process server = server();
        Path config = folder.resolve("scheduler.conf");
        String stranger = Files.readString(config)
                .replaceAll("client-(certificate|key)-data: .*", "")
                .replace("  user:\n", "  user:\n    token: unknown\n");
        Files.writeString(config, stranger);
        assertThat(failure(part("scheduler", "scheduler.conf")))
                .matches("setpoint: https://.* does not know the user of the kubeconfig: Unauthorized");
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void saysWhichNodeItExpects() throws Exception {
        assertThat(server().isAlive()).isTrue();
        assertThat(failure(part("node", "scheduler.conf")))
                .endsWith("scheduler.conf belongs to system:kube-scheduler (expected: a node, as system:node:node-1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello: [", "hello: 1"})
    void saysInOneLineThatTheKubeconfigIsNone(String text) throws Exception {
        if (!text.isEmpty()) {
            Files.writeString(folder.resolve("wrong.conf"), text);
        }
        assertThat(failure(part("scheduler", "wrong.conf"))).contains("wrong.conf");
    }

    @Test
    void saysInOneLineThatAKeyIsMissing() throws Exception {
        assertThat(failure(start("controllers", "--pki", folder.resolve("none").toString())))
                .contains("none/ca.crt cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "controllers", "scheduler", "node"})
    void helps(String command) throws Exception {
        Process process = start(command, "--help");
        assertThat(line(process)).startsWith("Usage: setpoint " + command);
        assertThat(process.waitFor()).isZero();
    }

    private Process server() throws IOException {
        Process server =
                start("server", "--data-dir", folder.toString(), "--port", "0", "--store", "memory", "--nodes", "1");
        assertThat(line(server)).startsWith("ready in ");
        return server;
    }

    private Process part(String command, String kubeconfig, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--kubeconfig", folder.resolve(kubeconfig).toString()));
        arguments.addAll(List.of(more));
        return start(arguments.toArray(String[]::new));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Setpoint.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        started.add(process);
        return process;
    }

    /// Its only line of failure; it has ended with 1, and without a stack trace.
    private static String failure(Process process) throws Exception {
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(errors).doesNotContain("\tat ");
        List<String> lines =
                errors.lines().filter(line -> line.startsWith("setpoint: ")).toList();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }

    private static String line(Process process) throws IOException {
        BufferedReader output = process.inputReader();
        String line = output.readLine();
        return line != null
                ? line
                : "ended: " + new String(process.getErrorStream().readAllBytes(), UTF_8);
    }
}
