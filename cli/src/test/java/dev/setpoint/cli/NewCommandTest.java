package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class NewCommandTest {
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            Setpoint.commandLine().setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err));

    @TempDir
    Path folder;

    @Test
    void writesAProjectWithoutWordsThatWereLeftOver() throws IOException {
        Path project = folder.resolve("new");
        assertThat(command.execute(
                        "new", "operator", "cron-backup", "--group", "ops.example.com", "--directory", "" + project))
                .isZero();
        Path main = project.resolve("src/main/java/com/example/ops/cronbackup");
        assertThat(main.resolve("CronBackupReconciler.java")).exists();
        assertThat(Files.readString(main.resolve("Definition.java"))).contains("/cronbackups.ops.example.com-v1.yml");
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern("@\\w+@|\\$\\{fabric8}");
            }
        }
        assertThat(Files.readString(project.resolve("pom.xml"))).doesNotContain("${project.version}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Website", "1site", "a_b", "deployment", "x-"})
    void refusesNamesThatWouldNotCompile(String name) {
        assertThat(command.execute(
                        "new",
                        "operator",
                        name,
                        "--directory",
                        folder.resolve("new").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("NAME: " + name);
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void leavesAFolderAloneThatIsThere() throws IOException {
        Files.writeString(folder.resolve("mine"), "");
        assertThat(command.execute("new", "operator", "website", "--directory", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith(folder + " is there already");
        assertThat(folder.toFile().list()).containsExactly("mine");
    }
}
