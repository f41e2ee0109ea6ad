package dev.setpoint.base.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// How often values fell below each bound, and their sum.
public final class Histogram implements Series {
    private final double[] bounds;
    private final LongAdder[] counts;
    private final DoubleAdder sum = new DoubleAdder();

    Histogram(Buckets buckets) {
        this.bounds = buckets.bounds().stream().mapToDouble(Double::doubleValue).toArray();
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    public void observe(double value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    public void observeNanos(long nanos) {
        observe(nanos / (double) Duration.ofSeconds(1).toNanos());
    }

    public long count() {
        long count = 0;
        for (LongAdder bucket : counts) {
            count += bucket.sum();
        }
        return count;
    }

    @Override
    public void writeTo(StringBuilder out, String name, String labels) {
        String separator = labels.isEmpty() ? "" : ",";
        long cumulative = 0;
        for (int i = 0; i < counts.length; i++) {
            cumulative += counts[i].sum();
            String bound = i < bounds.length ? Text.number(bounds[i]) : "+Inf";
            Text.line(out, name + "_bucket", labels + separator + "le=\"" + bound + '"', Long.toString(cumulative));
        }
        Text.line(out, name + "_sum", labels, Text.number(sum.sum()));
        Text.line(out, name + "_count", labels, Long.toString(cumulative));
    }
}
