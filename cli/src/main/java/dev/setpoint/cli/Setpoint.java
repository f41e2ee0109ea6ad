package dev.setpoint.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command without a subcommand, which only tells what there is.
@Command(
        name = "setpoint",
        description = "A Kubernetes control plane in one JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "  test     Runs every test; --nightly adds the long runs.",
            "  bench    Runs the benchmarks: ./setpoint bench [scenario]."
        })
public final class Setpoint implements Runnable {
    /// Set by picocli.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] arguments) {
        boolean starts = arguments.length > 0 && arguments[0].equals(UpCommand.NAME);
        System.exit((starts ? startingLine() : commandLine()).execute(arguments));
    }

    static CommandLine commandLine() {
        return prepared(new CommandLine(new Setpoint())
                .addSubcommand(UpCommand.spec())
                .addSubcommand(ServerCommand.spec())
                .addSubcommand(ControllersCommand.spec())
                .addSubcommand(SchedulerCommand.spec())
                .addSubcommand(NodeCommand.spec())
                .addSubcommand(new SimulateCommand())
                .addSubcommand(new ChaosCommand())
                .addSubcommand(new NewCommand())
                .addSubcommand(new VersionCommand())
                .addSubcommand(new BundleCommand())
                .addSubcommand(new TrainCommand()));
    }

    /// With the one command that people wait for: to read the annotations of the others takes as long as to
    /// open the store.
    private static CommandLine startingLine() {
        return prepared(new CommandLine(CommandSpec.create().name("setpoint")).addSubcommand(UpCommand.spec()));
    }

    private static CommandLine prepared(CommandLine command) {
        return command.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.AUTO))
                .setExecutionExceptionHandler(Setpoint::report);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /// What went wrong in one line, for people. A defect of ours has no message for them, so its name must
    /// do.
    private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        String message = failure.getMessage();
        err.println("setpoint: " + (message == null ? failure.toString() : message));
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
