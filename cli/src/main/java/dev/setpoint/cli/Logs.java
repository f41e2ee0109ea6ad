package dev.setpoint.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// Where the program's log goes: all of it to files of bounded size, warnings to the terminal as well.
final class Logs {
    private static final int FILE_BYTES = 10 * 1024 * 1024;
    private static final int FILES = 3;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private Logs() {}

    /// One line for each entry: time, level, who, what.
    static void write(Path folder) throws IOException {
        Files.createDirectories(
                folder, OWNER_ONLY); // With it the data folder: what lies there is nobody else's business.
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        String pattern = folder.toAbsolutePath().toString().replace("%", "%%") + "/setpoint.%g.log";
        root.addHandler(formatted(new FileHandler(pattern, FILE_BYTES, FILES, true), Level.INFO));
        root.addHandler(formatted(new ConsoleHandler(), Level.WARNING));
    }

    /// For commands in which things go wrong on purpose, all the time.
    static void silence() {
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
    }

    private static Handler formatted(Handler handler, Level level) {
        handler.setFormatter(new SimpleFormatter());
        handler.setLevel(level);
        return handler;
    }
}
