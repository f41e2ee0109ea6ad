package dev.setpoint.controllers.replicaset;

import dev.setpoint.base.Env;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;

/// A set is looked at when it changes, when one of its pods does, and when a pod that nobody controls
/// appears that it would take.
public final class ReplicaSetController {
    /// They mostly wait for the store, which writes for many at once.
    private static final int WORKERS = 16;

    private ReplicaSetController() {}

    public static Controller of(Env env, Loops loops) {
        Informer<ReplicaSet> sets = loops.informer(Types.REPLICA_SET);
        return Controller.of(Types.REPLICA_SET)
                .owns(Types.POD)
                .when(CountedPods::counts)
                .watchesStored(
                        Types.POD,
                        pod -> Orphans.wakes(pod, sets, set -> set.getSpec().getSelector()))
                .lightWorkers(WORKERS)
                .passingEchoes()
                .reconcile(new ReplicaSetReconciler(env, loops, new ReplicaSets(loops), "replicaset-controller"));
    }
}
