package dev.setpoint.controllers.daemonset;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What to do about a DaemonSet, given the nodes and its pods.
///
/// @param actions in the order in which they are to be executed; empty when the set is as it should be
/// @param pods the set's own, those about to be adopted and deleted included
/// @param checkAgain when to look again though nothing happens
record DaemonSetPlan(List<DaemonSetAction> actions, List<Pod> pods, Optional<Duration> checkAgain) {
    DaemonSetPlan {
        actions = List.copyOf(actions);
        pods = List.copyOf(pods);
    }

    /// What the world holds as far as this set is concerned.
    ///
    /// @param candidates the pods that the set controls and the pods of its namespace that nobody controls
    /// @param hash of the present template, as the pods' label says it
    /// @param heldBack by uid, pods that have failed and are not to be replaced before this long: whoever
    ///     replaces a pod that fails at once must not do so at full speed
    record Observed(List<Node> nodes, List<Pod> candidates, String hash, Map<String, Duration> heldBack) {}

    static DaemonSetPlan plan(DaemonSet set, Observed observed, Instant now) {
        List<DaemonSetAction> actions = new ArrayList<>();
        List<Pod> pods = claimed(set, observed.candidates(), actions);
        Daemons daemons = new Daemons(set, observed, pods, now);
        daemons.place();
        if (daemons.placed()) {
            daemons.roll();
        }
        actions.addAll(daemons.actions());
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        Optional<Duration> checkAgain = Stream.concat(
                        observed.heldBack().values().stream(),
                        pods.stream().flatMap(pod -> Pods.availableIn(pod, minReadySeconds, now).stream()))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
        return new DaemonSetPlan(actions, pods, checkAgain);
    }

    boolean adopts() {
        return actions.stream().anyMatch(DaemonSetAction.Adopt.class::isInstance);
    }

    private static List<Pod> claimed(DaemonSet set, List<Pod> candidates, List<DaemonSetAction> actions) {
        List<Pod> pods = new ArrayList<>();
        for (Pod pod : candidates) {
            switch (ControllerReferences.claim(set, set.getSpec().getSelector(), pod)) {
                case KEEP -> pods.add(pod);
                case ADOPT -> {
                    actions.add(new DaemonSetAction.Adopt(pod));
                    pods.add(pod);
                }
                case RELEASE -> actions.add(new DaemonSetAction.Release(pod));
                case IGNORE -> {}
            }
        }
        return pods;
    }
}
