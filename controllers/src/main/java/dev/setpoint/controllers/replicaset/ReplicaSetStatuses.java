package dev.setpoint.controllers.replicaset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.WorkloadSelector;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The status of a ReplicaSet, from the pods that it has.
public final class ReplicaSetStatuses {
    private static final String REPLICA_FAILURE = "ReplicaFailure";

    private ReplicaSetStatuses() {}

    /// Why the set could not get to the number of replicas that it wants.
    ///
    /// @param reason `FailedCreate` or `FailedDelete`
    public record Failure(String reason, String message) {}

    public static ReplicaSetStatus of(
            ReplicaSet set, List<Pod> active, List<Pod> terminating, Optional<Failure> failure, Instant now) {
        Map<String, String> templateLabels =
                Metadata.orEmpty(set.getSpec().getTemplate().getMetadata().getLabels());
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        int labeled = 0;
        int ready = 0;
        int available = 0;
        for (Pod pod : active) {
            labeled += WorkloadSelector.contains(Metadata.labels(pod), templateLabels) ? 1 : 0;
            ready += Pods.ready(pod) ? 1 : 0;
            available += Pods.available(pod, minReadySeconds, now) ? 1 : 0;
        }
        return new ReplicaSetStatusBuilder()
                .withReplicas(active.size())
                .withFullyLabeledReplicas(nullIfZero(labeled))
                .withReadyReplicas(nullIfZero(ready))
                .withAvailableReplicas(nullIfZero(available))
                .withTerminatingReplicas(terminating.size())
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withConditions(conditions(set, failure, now))
                .build();
    }

    /// The first failure stays as it was told until there is none.
    private static List<ReplicaSetCondition> conditions(ReplicaSet set, Optional<Failure> failure, Instant now) {
        List<ReplicaSetCondition> before =
                set.getStatus() == null ? List.of() : set.getStatus().getConditions();
        boolean told = before.stream().anyMatch(ReplicaSetStatuses::isReplicaFailure);
        if (told == failure.isPresent()) {
            return before;
        }
        List<ReplicaSetCondition> after = new ArrayList<>(before);
        after.removeIf(ReplicaSetStatuses::isReplicaFailure);
        failure.ifPresent(found -> after.add(new ReplicaSetConditionBuilder()
                .withType(REPLICA_FAILURE)
                .withStatus("True")
                .withLastTransitionTime(Timestamps.seconds(now))
                .withReason(found.reason())
                .withMessage(found.message())
                .build()));
        return after;
    }

    private static boolean isReplicaFailure(ReplicaSetCondition condition) {
        return REPLICA_FAILURE.equals(condition.getType());
    }

    /// Kubernetes leaves these counts out when they are zero.
    private static @Nullable Integer nullIfZero(int count) {
        return count == 0 ? null : count;
    }
}
