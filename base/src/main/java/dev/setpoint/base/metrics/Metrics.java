package dev.setpoint.base.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/// A registry: asking twice for one name and labels gives one instrument.
///
/// Labels are pairs of name and value. Their values come from a small fixed set (names of queues, verbs,
/// codes), never from users' objects, so that the registry stays small.
///
///     Counter adds = metrics.counter("workqueue_adds_total", "Total number of adds", "name", "replicaset");
public final class Metrics {
    private final Map<String, Family> families = new ConcurrentHashMap<>();

    /// All series of one name.
    private record Family(String type, String help, Map<String, Series> series) {}

    public Counter counter(String name, String help, String... labels) {
        return (Counter) family(name, "counter", help).series.computeIfAbsent(Text.labels(labels), _ -> new Counter());
    }

    public Histogram histogram(String name, String help, Buckets buckets, String... labels) {
        return (Histogram) family(name, "histogram", help)
                .series
                .computeIfAbsent(Text.labels(labels), _ -> new Histogram(buckets));
    }

    /// A number that is asked for when somebody looks; the newest supplier of a name and labels is asked.
    public void gauge(String name, String help, DoubleSupplier value, String... labels) {
        family(name, "gauge", help).series.put(Text.labels(labels), new Gauge(value));
    }

    /// A count that somebody else keeps.
    public void counter(String name, String help, DoubleSupplier value, String... labels) {
        family(name, "counter", help).series.put(Text.labels(labels), new Gauge(value));
    }

    /// The sum of all counters of this name.
    public long total(String name) {
        Family family = families.get(name);
        long sum = 0;
        if (family != null) {
            for (Series series : family.series.values()) {
                sum += series instanceof Counter counter ? counter.count() : 0;
            }
        }
        return sum;
    }

    /// Everything, sorted by name and labels, in version 0.0.4 of the text format.
    public String text() {
        StringBuilder out = new StringBuilder(4096);
        new TreeMap<>(families).forEach((name, family) -> {
            out.append("# HELP ")
                    .append(name)
                    .append(' ')
                    .append(Text.escaped(family.help))
                    .append('\n');
            out.append("# TYPE ").append(name).append(' ').append(family.type).append('\n');
            new TreeMap<>(family.series).forEach((labels, series) -> series.writeTo(out, name, labels));
        });
        return out.toString();
    }

    private Family family(String name, String type, String help) {
        Family family = families.computeIfAbsent(name, _ -> new Family(type, help, new ConcurrentHashMap<>()));
        if (!family.type.equals(type)) {
            throw new IllegalArgumentException(name + ": a " + type + " (expected: a " + family.type + ")");
        }
        return family;
    }
}
