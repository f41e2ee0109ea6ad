package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SetpointTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command = Setpoint.commandLine()
            .addSubcommand("broken", new Broken())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));

    @Test
    void listsEveryCommandWhenNoneIsGiven() {
        assertThat(command.execute()).isZero();
        assertThat(out.toString()).contains("version", "test", "bench", "server", "controllers", "scheduler", "node");
    }

    @Test
    void tellsItsVersion() {
        assertThat(command.execute("version")).isZero();
        assertThat(out.toString()).startsWith("setpoint ").contains("Kubernetes API v1.36");
    }

    @Test
    void refusesUnknownCommandsWithOneLineAndTheUsage() {
        assertThat(command.execute("upp")).isEqualTo(2);
        assertThat(err.toString()).startsWith("Unmatched argument at index 0: 'upp'");
    }

    @Test
    void saysInOneLineWhatWentWrong() {
        assertThat(command.execute("broken")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("setpoint: the port is taken\n");
    }

    @CommandLine.Command(name = "broken")
    static final class Broken implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("the port is taken");
        }
    }
}
