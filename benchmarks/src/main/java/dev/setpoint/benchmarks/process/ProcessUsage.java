package dev.setpoint.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a process uses, as the system tells it.
public final class ProcessUsage {
    /// The kernel counts in hundredths of a second.
    private static final long TICK_NANOS = 10_000_000;

    private final ProcessHandle process;

    public ProcessUsage(ProcessHandle process) {
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
            return nanos(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Of that, what the JIT compiler of a JVM has used; nothing where there is no `/proc`, or no JVM.
    public long compilerNanos() {
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        if (!Files.exists(threads)) {
            return 0;
        }
        long nanos = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                nanos += compilerNanos(thread.resolve("stat"));
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new IllegalStateException("no process " + process.pid(), e);
        }
        return nanos;
    }

    private static long compilerNanos(Path stat) {
        try {
            String text = Files.readString(stat);
            return text.contains("(C1 Compiler") || text.contains("(C2 Compiler") ? nanos(text) : 0;
        } catch (IOException _) {
            return 0; // A thread that ended while the others were counted.
        }
    }

    private static long nanos(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
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
