package dev.setpoint.controllers.autoscaler;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// How many replicas a measure asks for. Pure.
///
/// Pods without a sample are assumed to speak against the change: to use nothing when the rest asks for
/// more replicas, and as much as they may when it asks for fewer. So a change is never made because of what
/// is not known.
///
/// @param replicas the proposal
/// @param utilization in percent of what was requested; zero where no request matters
/// @param average over the pods that count, in thousandths
record ReplicaCount(int replicas, int utilization, long average) {
    /// What the calculation is about.
    ///
    /// @param current `spec.replicas`
    /// @param pods all that the target selects
    record Situation(int current, List<Pod> pods, Tolerance tolerance, Instant now) {}

    private record Ratio(double value, int utilization, long average) {}

    /// By the share of what the pods request.
    ///
    /// @param target in percent
    /// @param requests by pod, in thousandths
    static ReplicaCount utilization(
            Situation situation,
            Map<String, Sample> samples,
            int target,
            Map<String, Long> requests,
            boolean processor) {
        return count(
                situation,
                samples,
                processor,
                some -> utilizationRatio(some, requests, target),
                pod -> requests.getOrDefault(pod, 0L) * Math.max(100, target) / 100);
    }

    /// By the average over the pods.
    ///
    /// @param target in thousandths
    static ReplicaCount average(Situation situation, Map<String, Sample> samples, long target, boolean processor) {
        return count(situation, samples, processor, some -> averageRatio(some, target), _ -> target);
    }

    /// By one value that the replicas share: half of it needs half of the replicas.
    static ReplicaCount value(Situation situation, long value, long target) {
        double ratio = (double) value / target;
        if (situation.current() == 0) {
            return new ReplicaCount((int) Math.ceil(ratio), 0, value);
        }
        if (situation.tolerance().holds(ratio)) {
            return new ReplicaCount(situation.current(), 0, value);
        }
        long ready = situation.pods().stream()
                .filter(pod -> Pods.phase(pod).equals("Running") && Pods.ready(pod))
                .count();
        return new ReplicaCount((int) Math.ceil(ratio * ready), 0, value);
    }

    /// By one value that is divided among the replicas.
    ///
    /// @param present `status.replicas`
    static ReplicaCount shared(int present, Tolerance tolerance, long value, long target) {
        double ratio = (double) value / ((double) target * present);
        int replicas = tolerance.holds(ratio) ? present : (int) Math.ceil((double) value / target);
        return new ReplicaCount(replicas, 0, present == 0 ? value : (long) Math.ceil((double) value / present));
    }

    private interface Measure {
        Ratio of(Map<String, Sample> samples);
    }

    private static ReplicaCount count(
            Situation situation,
            Map<String, Sample> samples,
            boolean processor,
            Measure measure,
            ToLongFunction<String> whenShrinking) {
        if (situation.pods().isEmpty()) {
            throw new UnmeasurableException("no pods returned by selector while calculating replica count");
        }
        PodGroups groups = PodGroups.of(situation.pods(), samples, processor, situation.now());
        Map<String, Sample> counted = new LinkedHashMap<>(samples);
        counted.keySet().retainAll(situation.pods().stream().map(Metadata::name).toList());
        counted.keySet().removeAll(groups.ignored());
        counted.keySet().removeAll(groups.unready());
        if (counted.isEmpty()) {
            throw new UnmeasurableException("did not receive metrics for targeted pods (pods might be unready)");
        }
        Ratio known = measure.of(counted);
        boolean growsWithUnready = !groups.unready().isEmpty() && known.value > 1;
        if (!growsWithUnready && groups.missing().isEmpty()) {
            int replicas = situation.tolerance().holds(known.value)
                    ? situation.current()
                    : (int) Math.ceil(known.value * groups.ready());
            return new ReplicaCount(replicas, known.utilization, known.average);
        }
        if (known.value < 1) {
            groups.missing().forEach(pod -> counted.put(pod, Sample.assumed(whenShrinking.applyAsLong(pod))));
        } else if (known.value > 1) {
            groups.missing().forEach(pod -> counted.put(pod, Sample.assumed(0)));
        }
        if (growsWithUnready) {
            groups.unready().forEach(pod -> counted.put(pod, Sample.assumed(0)));
        }
        double ratio = measure.of(counted).value;
        int replicas = (int) Math.ceil(ratio * counted.size());
        boolean reversed = (known.value < 1 && ratio > 1) || (known.value > 1 && ratio < 1);
        boolean against =
                (ratio < 1 && replicas > situation.current()) || (ratio > 1 && replicas < situation.current());
        boolean stays = situation.tolerance().holds(ratio) || reversed || against;
        return new ReplicaCount(stays ? situation.current() : replicas, known.utilization, known.average);
    }

    private static Ratio utilizationRatio(Map<String, Sample> samples, Map<String, Long> requests, int target) {
        long used = 0;
        long requested = 0;
        int count = 0;
        for (Map.Entry<String, Sample> entry : samples.entrySet()) {
            Long request = requests.get(entry.getKey());
            if (request != null) {
                used += entry.getValue().value();
                requested += request;
                count++;
            }
        }
        if (requested == 0) {
            throw new UnmeasurableException("no metrics returned matched known pods");
        }
        int utilization = (int) (used * 100 / requested);
        return new Ratio((double) utilization / target, utilization, used / count);
    }

    private static Ratio averageRatio(Map<String, Sample> samples, long target) {
        long average = samples.values().stream().mapToLong(Sample::value).sum() / samples.size();
        return new Ratio((double) average / target, 0, average);
    }
}
