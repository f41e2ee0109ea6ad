package dev.setpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
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

/// The command as a process of its own, as people run it.
@Timeout(120)
class UpCommandIT {
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
    void saysWhenItIsReadyAndEndsInOrderWhenAsked() throws Exception {
        Process process = start("up", "--data-dir", folder.resolve("data").toString(), "--port", "0");
        assertThat(readyLine(process)).matches("ready in \\d+\\.\\d s: export KUBECONFIG=.*/data/kubeconfig");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
                .isEqualTo("rwx------");
        assertThat(folder.resolve("data/kubeconfig")).exists();

        process.destroy();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void saysInOneLineThatThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            Process process = start(
                    "up", "--data-dir", folder.toString(), "--store", "memory", "--port", "" + taken.getLocalPort());
            String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(errors.lines().filter(line -> line.startsWith("setpoint: ")))
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + taken.getLocalPort());
            assertThat(errors).doesNotContain("\tat ");
        }
    }

    @Test
    void refusesOptionsThatMakeNoSense() throws Exception {
        Process process = start("up", "--nodes", "-1");
        assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
                .startsWith("--nodes: -1 (expected: 0 or more)");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Setpoint.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        started.add(process);
        return process;
    }

    private static String readyLine(Process process) throws IOException {
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready ")) {
                return line;
            }
        }
        return "ended: " + new String(process.getErrorStream().readAllBytes(), UTF_8);
    }
}
