package dev.setpoint.controllers.statefulset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to do about a StatefulSet, given its pods and claims.
///
/// @param actions in the order in which they are to be executed
/// @param status as it is once they are done
/// @param checkAgain when to look again though nothing happens
/// @param obstacle why the set cannot get on, where only trying again can help
record StatefulSetPlan(
        List<StatefulSetAction> actions,
        StatefulSetStatus status,
        Optional<Duration> checkAgain,
        Optional<String> obstacle) {
    StatefulSetPlan {
        actions = List.copyOf(actions);
    }

    /// The set as it was or is under one revision of its template.
    record Version(String name, StatefulSet set) {}

    /// What the world holds as far as this set is concerned.
    ///
    /// @param current the revision that the set had before the present rollout; the present one when there
    ///     is none
    /// @param update the revision of the present template
    /// @param candidates the pods that the set controls and the pods of its namespace that nobody controls
    /// @param claims of the set's namespace, by name; at least those that its pods may use
    record Observed(
            Version current,
            Version update,
            int collisions,
            List<Pod> candidates,
            Map<String, PersistentVolumeClaim> claims) {}

    static StatefulSetPlan plan(StatefulSet set, Observed observed, Instant now) {
        StatefulSetDraft draft = new StatefulSetDraft(set, observed, now);
        draft.claimPods();
        if (!Metadata.deleting(set)) {
            draft.work();
        }
        return new StatefulSetPlan(draft.actions(), draft.status(), checkAgain(set, observed, now), draft.obstacle());
    }

    boolean adopts() {
        return actions.stream().anyMatch(StatefulSetAction.Adopt.class::isInstance);
    }

    private static Optional<Duration> checkAgain(StatefulSet set, Observed observed, Instant now) {
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        return observed.candidates().stream()
                .flatMap(pod -> Pods.availableIn(pod, minReadySeconds, now).stream())
                .min(Duration::compareTo);
    }
}
