package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.process.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What an object holds in memory: the heap after a full collection, with many pods and without.
public final class MemoryScenario implements BenchScenario {
    private static final int PODS = 10_000;
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (RunningServer server = RunningServer.start("--nodes", "0");
                Workplace place = Workplace.on(server, "memory", Lab.CLIENTS)) {
            double before = heapKilobytes(server);
            place.fill(0, PODS);
            double after = heapKilobytes(server);
            return List.of(
                    Figure.shown("live heap at rest", before / 1024, "MB"),
                    Figure.shown("heap per Pod of 4 KB", (after - before) / PODS, "KB"),
                    Figure.shown(
                            "resident memory with 10,000 pods", server.usage().residentMegabytes(), "MB"));
        }
    }

    private static double heapKilobytes(RunningServer server) throws IOException, InterruptedException {
        jcmd(server, "GC.run");
        Matcher used = USED.matcher(jcmd(server, "GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("jcmd does not tell how much of the heap is used");
        }
        return Double.parseDouble(used.group(1));
    }

    private static String jcmd(RunningServer server, String command) throws IOException, InterruptedException {
        String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(
                        program, Long.toString(server.usage().pid()), command)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = process.inputReader()) {
            String text = output.lines().collect(Collectors.joining("\n"));
            process.waitFor();
            return text;
        }
    }
}
