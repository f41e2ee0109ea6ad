package dev.setpoint.controllers.replicaset;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.DeletionOrder;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodWriter;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to do about a ReplicaSet, given the pods that exist.
///
/// @param actions in the order in which they are to be executed; empty when the set is as it should be
/// @param active the pods that count as the set's replicas, those about to be adopted and deleted included
/// @param terminating the set's pods that are on their way out
public record ReplicaSetPlan(List<ReplicaSetAction> actions, List<Pod> active, List<Pod> terminating) {
    public ReplicaSetPlan {
        actions = List.copyOf(actions);
        active = List.copyOf(active);
        terminating = List.copyOf(terminating);
    }

    /// What the world holds as far as this set is concerned.
    ///
    /// @param candidates the pods that the set controls and the pods of its namespace that nobody controls
    /// @param related the pods of all sets that have the same controller as this one, its own included
    public record Observed(List<Pod> candidates, List<Pod> related) {}

    public static ReplicaSetPlan plan(ReplicaSet set, Observed observed, Instant now) {
        List<ReplicaSetAction> actions = new ArrayList<>();
        List<Pod> active = new ArrayList<>();
        List<Pod> terminating = new ArrayList<>();
        for (Pod pod : observed.candidates()) {
            switch (ControllerReferences.claim(set, set.getSpec().getSelector(), pod)) {
                case KEEP -> {
                    if (Pods.active(pod)) {
                        active.add(pod);
                    } else if (Pods.terminating(pod)) {
                        terminating.add(pod);
                    }
                }
                case ADOPT -> {
                    if (Pods.active(pod)) {
                        actions.add(new ReplicaSetAction.Adopt(pod));
                        active.add(pod);
                    }
                }
                case RELEASE -> {
                    if (Pods.active(pod)) {
                        actions.add(new ReplicaSetAction.Release(pod));
                    }
                }
                case IGNORE -> {}
            }
        }
        if (!Metadata.deleting(set)) {
            scale(set, active, observed.related(), now).ifPresent(actions::add);
        }
        return new ReplicaSetPlan(actions, active, terminating);
    }

    public boolean adopts() {
        return actions.stream().anyMatch(ReplicaSetAction.Adopt.class::isInstance);
    }

    /// When to look again though nothing happens: as soon as a ready pod has been ready for long enough.
    public static Optional<Duration> checkAgain(ReplicaSet set, List<Pod> active, Instant now) {
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        if (minReadySeconds == 0) {
            return Optional.empty();
        }
        return active.stream()
                .flatMap(pod -> Pods.availableIn(pod, minReadySeconds, now).stream())
                .min(Duration::compareTo);
    }

    static int replicas(ReplicaSet set) {
        return Metadata.orZero(set.getSpec().getReplicas());
    }

    private static Optional<ReplicaSetAction> scale(ReplicaSet set, List<Pod> active, List<Pod> related, Instant now) {
        int missing = replicas(set) - active.size();
        if (missing > 0) {
            return Optional.of(new ReplicaSetAction.CreatePods(Math.min(missing, PodWriter.BURST)));
        }
        if (missing < 0) {
            int surplus = Math.min(-missing, PodWriter.BURST);
            return Optional.of(new ReplicaSetAction.DeletePods(DeletionOrder.first(surplus, active, related, now)));
        }
        return Optional.empty();
    }
}
