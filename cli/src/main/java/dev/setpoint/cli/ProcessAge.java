package dev.setpoint.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// How long this process has been there, the time before the JVM's own beginning included.
///
/// What Java tells of it is off by up to a second on Linux, since it adds to the second in which the machine was
/// started; the system itself knows it in hundredths.
final class ProcessAge {
    private static final Path SELF = Path.of("/proc/self/stat");
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final int MILLIS_PER_TICK = 10;
    /// Of the fields behind the name of the program, which is in parentheses and may have spaces.
    private static final int START_FIELD = 19;

    private ProcessAge() {}

    static Duration at(Instant now) {
        try {
            return linux(Files.readString(SELF), Files.readString(UPTIME));
        } catch (IOException e) { // Another system.
            return Duration.between(
                    ProcessHandle.current().info().startInstant().orElse(now), now);
        }
    }

    /// @param stat of the process, with the ticks at which it began
    /// @param uptime of the machine, in seconds with two decimals: `5123.45 9876.54`
    static Duration linux(String stat, String uptime) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long begun = Long.parseLong(fields[START_FIELD]) * MILLIS_PER_TICK;
        String seconds = uptime.substring(0, uptime.indexOf(' '));
        long now = Long.parseLong(seconds.replace(".", "")) * MILLIS_PER_TICK;
        return Duration.ofMillis(now - begun);
    }
}
