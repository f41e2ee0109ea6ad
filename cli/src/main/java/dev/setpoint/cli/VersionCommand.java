package dev.setpoint.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Tells what is running.
@Command(name = "version", description = "Prints the version.", mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer>, CommandLine.IVersionProvider {
    /// Set by picocli.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(line());
        return 0;
    }

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }

    private static String line() {
        String version = Setpoint.class.getPackage().getImplementationVersion();
        return "setpoint " + (version == null ? "unpacked" : version) + " (Kubernetes API v1.36, Java "
                + Runtime.version().feature() + ")";
    }
}
