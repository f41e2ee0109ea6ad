package dev.setpoint.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Folders that a scenario makes for itself.
public final class Folders {
    private Folders() {}

    public static Path create() throws IOException {
        return Files.createTempDirectory("setpoint-bench");
    }

    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
