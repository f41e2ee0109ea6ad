package dev.setpoint.benchmarks.codec;

import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// What a pod of 4 KB costs on its way through the API server, as a whole and in parts.
public final class CodecScenario implements Scenario {
    private static final List<String> PARTS =
            List.of("parse", "defaults", "validate", "applyMerge", "strategicMerge", "encode");

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public List<Figure> measure(Lab lab) throws RunnerException {
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(Goal.CREATE_IN_PROCESS, cpu(PodCreation.class, "create", 20)));
        for (String part : PARTS) {
            figures.add(Figure.shown("  " + part, cpu(PodParts.class, part, 6), "us"));
        }
        return figures;
    }

    /// @param warming how often two seconds pass before it counts: all the code of a create takes a hundred thousand of
    ///     them until it is compiled, and compiling is CPU, too
    private static double cpu(Class<?> benchmarks, String name, int warming) throws RunnerException {
        System.err.println("measuring " + name + " ...");
        RunResult result = new Runner(new OptionsBuilder()
                        .include(benchmarks.getName().replace(".", "\\.") + "\\." + name + "$")
                        .forks(1)
                        .warmupIterations(warming)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(1))
                        .addProfiler(CpuProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .runSingle();
        return Objects.requireNonNull(result.getSecondaryResults().get(CpuProfiler.LABEL))
                .getScore();
    }
}
