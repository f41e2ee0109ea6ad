package dev.setpoint.reconcile.cache;

import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Metrics;

/// Who answered what the loops of a process read. A read of many objects counts as one.
public final class ReadMetrics {
    private static final String NAME = "loop_reads_total";
    private static final String HELP = "Total number of reads by the loops of a process";

    public final Counter cached;
    public final Counter served;

    public ReadMetrics(Metrics metrics) {
        cached = metrics.counter(NAME, HELP, "from", "cache");
        served = metrics.counter(NAME, HELP, "from", "server");
    }
}
