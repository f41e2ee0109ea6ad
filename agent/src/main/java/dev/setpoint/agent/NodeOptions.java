package dev.setpoint.agent;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// How many simulated nodes there are and what they are like.
///
/// @param first the number of the first
/// @param prefix nodes are named by it and their number: `node-1`
/// @param capacity what each offers, by resource
/// @param zones over how many zones they are spread in turn; with 0 they have no zone
/// @param podStart how long pods stay in ContainerCreating
/// @param reports of which pods it is reported that they are there
/// @param workers how many pods are looked after at a time
public record NodeOptions(
        int count,
        int first,
        String prefix,
        Map<String, String> capacity,
        int zones,
        String kubeletVersion,
        Duration podStart,
        StartReports reports,
        int workers) {
    /// Which pods are reported to be in ContainerCreating before they run.
    public enum StartReports {
        /// Each, as kubelets do.
        EACH,
        /// None while very many wait: a pod that waits for longer than it would be in ContainerCreating runs when
        /// it is looked at for the first time, and one of its two reports is saved. For load tests.
        UNLESS_MANY_WAIT
    }

    public NodeOptions {
        if (count < 0 || first < 1 || zones < 0 || workers < 1) {
            throw new IllegalArgumentException("count: " + count + ", first: " + first + ", zones: " + zones
                    + ", workers: " + workers + " (expected: >= 0, >= 1, >= 0, >= 1)");
        }
        capacity = new TreeMap<>(capacity);
    }

    /// Nodes with 8 cores, 32 GiB and room for 110 pods. They share their workers, who mostly wait for the store: with
    /// more nodes come more of them, up to a few, so that starting pods does not keep others from being bound.
    public static NodeOptions of(int count) {
        Map<String, String> capacity = new TreeMap<>();
        capacity.put("cpu", "8");
        capacity.put("memory", "32Gi");
        capacity.put("ephemeral-storage", "100Gi");
        capacity.put("hugepages-1Gi", "0");
        capacity.put("hugepages-2Mi", "0");
        capacity.put("pods", "110");
        return new NodeOptions(
                count,
                1,
                "node-",
                capacity,
                0,
                "v1.36.4",
                Duration.ofMillis(20),
                StartReports.EACH,
                Math.clamp(count, 8, 16));
    }

    /// Of the node with this number.
    public String name(int number) {
        return prefix + number;
    }

    /// For nodes that are processes of their own.
    public NodeOptions startingAt(int newFirst) {
        return new NodeOptions(count, newFirst, prefix, capacity, zones, kubeletVersion, podStart, reports, workers);
    }

    public NodeOptions withCapacity(String resource, String amount) {
        Map<String, String> changed = new TreeMap<>(capacity);
        changed.put(resource, amount);
        return new NodeOptions(count, first, prefix, changed, zones, kubeletVersion, podStart, reports, workers);
    }

    public NodeOptions withZones(int newZones) {
        return new NodeOptions(count, first, prefix, capacity, newZones, kubeletVersion, podStart, reports, workers);
    }

    public NodeOptions reporting(StartReports newReports) {
        return new NodeOptions(count, first, prefix, capacity, zones, kubeletVersion, podStart, newReports, workers);
    }
}
