package dev.setpoint.controllers.tainteviction;

import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Tolerations;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// When a pod has to leave its node.
final class TaintEvictionPlan {
    private TaintEvictionPlan() {}

    sealed interface Verdict {
        record Stay() implements Verdict {}

        record Leave() implements Verdict {}

        record LeaveIn(Duration time) implements Verdict {}
    }

    static Verdict plan(Pod pod, Node node, Instant now) {
        if (Pods.deleting(pod) || Pods.finished(pod) || Pods.mirror(pod)) {
            return new Verdict.Stay();
        }
        List<Instant> ends = new ArrayList<>();
        for (Taint taint : driving(node)) {
            List<Toleration> tolerations = pod.getSpec().getTolerations().stream()
                    .filter(toleration -> Tolerations.tolerates(toleration, taint))
                    .toList();
            if (tolerations.isEmpty()) {
                return new Verdict.Leave();
            }
            tolerations.stream()
                    .map(Toleration::getTolerationSeconds)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .ifPresent(seconds -> ends.add(since(taint, now).plusSeconds(Math.max(0, seconds))));
        }
        Optional<Instant> end = ends.stream().min(Comparator.naturalOrder());
        if (end.isEmpty()) {
            return new Verdict.Stay();
        }
        return end.get().isAfter(now) ? new Verdict.LeaveIn(Duration.between(now, end.get())) : new Verdict.Leave();
    }

    /// The taints by which a node drives pods off.
    static List<Taint> driving(Node node) {
        return node.getSpec() == null
                ? List.of()
                : node.getSpec().getTaints().stream()
                        .filter(taint -> "NoExecute".equals(taint.getEffect()))
                        .toList();
    }

    /// A taint that does not say since when it is there has only just come: the node lifecycle dates it.
    private static Instant since(Taint taint, Instant now) {
        return Optional.ofNullable(taint.getTimeAdded())
                .flatMap(Timestamps::parse)
                .orElse(now);
    }
}
