package dev.setpoint.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a process uses, as the system tells it.
public final class Usage {
    /// The kernel counts in hundredths of a second.
    private static final long TICK_NANOS = 10_000_000;

    private final ProcessHandle process;

    public Usage(ProcessHandle process) {
        this.process = process;
    }

    public long pid() {
        return process.pid();
    }

    /// User and system time of all threads since the process began. Where there is no `/proc`, Java asks the system
    /// in another way.
    ///
    ///     4711 (java) S 1 ... utime stime ...    fields 14 and 15; the name in brackets may hold spaces
    public long cpuNanos() {
        Path file = Path.of("/proc", Long.toString(process.pid()), "stat");
        if (!Files.exists(file)) {
            return process.info()
                    .totalCpuDuration()
                    .orElseThrow(() -> new IllegalStateException("no process " + process.pid()))
                    .toNanos();
        }
        try {
            String stat = Files.readString(file);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public double residentMegabytes() throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(process.pid())).start();
        try (BufferedReader output = ps.inputReader()) {
            String kilobytes = output.readLine();
            if (kilobytes == null) {
                throw new IOException("ps knows no process " + process.pid());
            }
            return Long.parseLong(kilobytes.strip()) / 1024.0;
        }
    }
}
