package dev.setpoint.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

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
        handler.setFormatter(new Lines());
        handler.setLevel(level);
        return handler;
    }

    /// Put together by hand: the JDK's own formatter needs calendars, numbers and time zones of all countries, and
    /// takes a tenth of the time to start for them.
    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord entry) {
            StringBuilder line = new StringBuilder()
                    .append(entry.getInstant().truncatedTo(ChronoUnit.MILLIS))
                    .append(' ')
                    .append(entry.getLevel())
                    .append(' ')
                    .append(entry.getLoggerName())
                    .append(": ")
                    .append(formatMessage(entry))
                    .append(System.lineSeparator());
            if (entry.getThrown() != null) {
                StringWriter trace = new StringWriter();
                entry.getThrown().printStackTrace(new PrintWriter(trace));
                line.append(trace);
            }
            return line.toString();
        }
    }
}
