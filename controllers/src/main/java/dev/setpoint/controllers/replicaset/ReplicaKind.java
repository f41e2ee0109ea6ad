package dev.setpoint.controllers.replicaset;

import dev.setpoint.client.ObjectKey;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.util.List;
import java.util.Optional;

/// A kind of workload that keeps a number of pods alike, read and written as if its objects were ReplicaSets.
public interface ReplicaKind {
    Optional<ReplicaSet> find(ObjectKey key);

    /// As the server has it now.
    Optional<ReplicaSet> live(ObjectKey key);

    /// All that have the same controller as this one, itself included.
    List<ReplicaSet> siblings(ReplicaSet set);

    /// Writes the status where it differs from what is there.
    void report(ReplicaSet set, ReplicaSetStatus status);
}
