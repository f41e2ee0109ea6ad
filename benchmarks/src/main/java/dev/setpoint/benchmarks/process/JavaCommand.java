package dev.setpoint.benchmarks.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts another class of this program in a JVM of its own, with the flags that the launcher gives to the server.
public final class JavaCommand {
    private static final List<String> FLAGS =
            List.of("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED");

    private JavaCommand() {}

    public static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
