package dev.setpoint.benchmarks.codec;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Counts the CPU that the process spends for one operation: steadier than time where others share the cores, and it
/// counts all threads.
public final class CpuProfiler implements InternalProfiler {
    static final String LABEL = "cpu";

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private long before;

    @Override
    public String getDescription() {
        return "CPU of the process for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = SYSTEM.getProcessCpuTime();
    }

    @Override
    public List<Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (SYSTEM.getProcessCpuTime() - before) / 1000.0;
        long operations = result.getMetadata().getAllOps() * iteration.getBatchSize();
        return List.of(new ScalarResult(LABEL, micros / operations, "us/op", AggregationPolicy.AVG));
    }
}
