package dev.setpoint.controllers.replicaset;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.PodWriter;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;

/// A set is looked at when it changes, when one of its pods does, and when a pod that nobody controls
/// appears that it would take.
public final class ReplicaSetController {
    /// They mostly wait for the store, which writes for many at once.
    private static final int WORKERS = 16;

    private static final int MANY = 500;
    private static final Duration WINDOW_FOR_EACH_POD = Duration.ofNanos(10_000);

    private ReplicaSetController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<ReplicaSet> sets = loops.informer(Types.REPLICA_SET);
        Typed<Pod> counted = loops.informer(CountedPods.TYPE).typed();
        return Controller.of(Types.REPLICA_SET)
                .owns(Types.POD)
                .when(change -> CountedPods.counts(counted, change))
                .gathering(key -> window(sets, key))
                .watchesStored(
                        Types.POD,
                        pod -> Orphans.wakes(pod, sets, set -> set.getSpec().getSelector()))
                .lightWorkers(WORKERS)
                .passingEchoes()
                .reconcile(new ReplicaSetReconciler(env, loops, new ReplicaSets(loops), "replicaset-controller"));
    }

    /// A look at a set costs some microseconds for each of its pods. A set of thousands, whose pods start one after the
    /// other, would take a good part of a core to look at all of them for each.
    private static Duration window(Informer<ReplicaSet> sets, ObjectKey key) {
        int pods = sets.find(key).map(ReplicaSetPlan::replicas).orElse(0);
        return pods < MANY ? Duration.ZERO : WINDOW_FOR_EACH_POD.multipliedBy(Math.min(pods, PodWriter.BURST));
    }
}
