package dev.setpoint.controllers.replicaset;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.util.List;
import java.util.Optional;

/// ReplicaSets themselves.
final class ReplicaSets implements ReplicaKind {
    private final Informer<ReplicaSet> sets;
    private final TypedClient<ReplicaSet> client;

    ReplicaSets(Loops loops) {
        this.sets = loops.informer(Types.REPLICA_SET);
        this.client = Types.REPLICA_SET.over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Optional<ReplicaSet> find(ObjectKey key) {
        return sets.find(key);
    }

    @Override
    public Optional<ReplicaSet> live(ObjectKey key) {
        return client.find(key);
    }

    @Override
    public List<ReplicaSet> siblings(ReplicaSet set) {
        return ControllerReferences.controllerOf(set)
                .map(owner -> sets.ownedBy(owner.getUid()))
                .orElse(List.of(set));
    }

    @Override
    public void report(ReplicaSet set, ReplicaSetStatus status) {
        if (!status.equals(set.getStatus())) {
            // Without the spec, which this write cannot change: neither side has to write and read it.
            client.updateStatus(new ReplicaSet(set.getApiVersion(), set.getKind(), set.getMetadata(), null, status));
        }
    }
}
