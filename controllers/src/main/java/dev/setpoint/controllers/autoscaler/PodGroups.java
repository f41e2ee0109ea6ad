package dev.setpoint.controllers.autoscaler;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pods by how far their samples can be trusted.
///
/// @param ready how many pods have a sample that counts
/// @param unready those whose sample does not count: they are starting, or were never ready
/// @param missing those without a sample
/// @param ignored those that are on their way out
record PodGroups(int ready, List<String> unready, List<String> missing, List<String> ignored) {
    /// For so long after a pod's start its use of the processor says little.
    private static final Duration INITIALIZATION = Duration.ofMinutes(5);
    /// A pod that became unready within this time after its start was never ready.
    private static final Duration INITIAL_READINESS = Duration.ofSeconds(30);

    static PodGroups of(List<Pod> pods, Map<String, Sample> samples, boolean processor, Instant now) {
        int ready = 0;
        List<String> unready = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        for (Pod pod : pods) {
            Sample sample = samples.get(Metadata.name(pod));
            if (Pods.deleting(pod) || Pods.phase(pod).equals("Failed")) {
                ignored.add(Metadata.name(pod));
            } else if (Pods.phase(pod).equals("Pending")) {
                unready.add(Metadata.name(pod));
            } else if (sample == null) {
                missing.add(Metadata.name(pod));
            } else if (processor && misleads(pod, sample, now)) {
                unready.add(Metadata.name(pod));
            } else {
                ready++;
            }
        }
        return new PodGroups(ready, unready, missing, ignored);
    }

    /// Whether the sample tells of the pod's start rather than of its work.
    private static boolean misleads(Pod pod, Sample sample, Instant now) {
        Optional<PodCondition> condition = pod.getStatus().getConditions().stream()
                .filter(each -> "Ready".equals(each.getType()))
                .findFirst();
        Optional<Instant> started =
                Optional.ofNullable(pod.getStatus().getStartTime()).flatMap(Timestamps::parse);
        if (condition.isEmpty() || started.isEmpty()) {
            return true;
        }
        boolean ready = !"False".equals(condition.get().getStatus());
        Instant since = Optional.ofNullable(condition.get().getLastTransitionTime())
                .flatMap(Timestamps::parse)
                .orElse(Instant.EPOCH);
        if (started.get().plus(INITIALIZATION).isAfter(now)) {
            return !ready || sample.time().isBefore(since.plus(sample.window()));
        }
        return !ready && started.get().plus(INITIAL_READINESS).isAfter(since);
    }
}
