package dev.setpoint.benchmarks.codec;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// What a pod of 4 KB costs on its way through the API server, as a whole and in parts.
public final class CodecScenario implements BenchScenario {
    private static final List<String> PARTS =
            List.of("parse", "defaults", "validate", "applyMerge", "strategicMerge", "encode");

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public List<Figure> measure(Lab lab) throws RunnerException {
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(Goal.CREATE_IN_PROCESS, cpu("create", counted(options(PodCreation.class, "create")))));
        for (String part : PARTS) {
            figures.add(Figure.shown("  " + part, cpu(part, timed(options(PodParts.class, part))), "us"));
        }
        return figures;
    }

    private static ChainedOptionsBuilder options(Class<?> benchmarks, String name) {
        return new OptionsBuilder()
                .include(benchmarks.getName().replace(".", "\\.") + "\\." + name + "$")
                .forks(1)
                .jvmArgsAppend(
                        "--sun-misc-unsafe-memory-access=allow") // JMH uses it; the JVM would warn of it each time.
                .addProfiler(CpuProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
    }

    /// Warms up for so many operations, however long they take: all the code of a create takes a hundred thousand of
    /// them until it is compiled, and compiling is CPU, too.
    private static Options counted(ChainedOptionsBuilder options) {
        return options.mode(Mode.SingleShotTime)
                .warmupIterations(20)
                .warmupBatchSize(6_000)
                .measurementIterations(10)
                .measurementBatchSize(4_000)
                .build();
    }

    private static Options timed(ChainedOptionsBuilder options) {
        return options.warmupIterations(6)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .build();
    }

    private static double cpu(String name, Options options) throws RunnerException {
        System.err.println("measuring " + name + " ...");
        RunResult result = new Runner(options).runSingle();
        return Objects.requireNonNull(result.getSecondaryResults().get(CpuProfiler.LABEL))
                .getScore();
    }
}
