package dev.setpoint.controllers.deployment;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a Deployment asks of its ReplicaSets.
final class OwnedReplicaSets {
    /// Names decide between sets of one second.
    static final Comparator<ReplicaSet> OLDEST_FIRST =
            Comparator.<ReplicaSet, Instant>comparing(Metadata::created).thenComparing(Metadata::name);

    private OwnedReplicaSets() {}

    /// How many pods the set is asked for.
    static int size(ReplicaSet set) {
        return Metadata.orZero(set.getSpec().getReplicas());
    }

    static int replicas(ReplicaSet set) {
        return count(set, ReplicaSetStatus::getReplicas);
    }

    static int ready(ReplicaSet set) {
        return count(set, ReplicaSetStatus::getReadyReplicas);
    }

    static int available(ReplicaSet set) {
        return count(set, ReplicaSetStatus::getAvailableReplicas);
    }

    static int terminating(ReplicaSet set) {
        return count(set, ReplicaSetStatus::getTerminatingReplicas);
    }

    /// Whether the status speaks of the set as it is now.
    static boolean settled(ReplicaSet set) {
        return set.getStatus() != null
                && Metadata.orZero(set.getStatus().getObservedGeneration()) >= Metadata.generation(set);
    }

    private static int count(ReplicaSet set, Function<ReplicaSetStatus, @Nullable Integer> field) {
        return set.getStatus() == null ? 0 : Metadata.orZero(field.apply(set.getStatus()));
    }
}
