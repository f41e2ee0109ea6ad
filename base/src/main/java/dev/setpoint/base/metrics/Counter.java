package dev.setpoint.base.metrics;

import java.util.concurrent.atomic.LongAdder;

/// Something that only grows.
public final class Counter implements Series {
    private final LongAdder count = new LongAdder();

    Counter() {}

    public void increment() {
        count.increment();
    }

    public void add(long more) {
        if (more < 0) {
            throw new IllegalArgumentException("more: " + more + " (expected: >= 0)");
        }
        count.add(more);
    }

    public long count() {
        return count.sum();
    }

    @Override
    public void writeTo(StringBuilder out, String name, String labels) {
        Text.line(out, name, labels, Long.toString(count.sum()));
    }
}
