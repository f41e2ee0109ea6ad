package dev.setpoint.controllers.replicationcontroller;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.replicaset.ReplicaSetReconciler;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.ReplicationController;

/// A ReplicationController is looked at when it changes, when one of its pods does, and when a pod that nobody
/// controls appears that it would take.
public final class ReplicationControllerController {
    private ReplicationControllerController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<ReplicationController> controllers = loops.informer(Types.REPLICATION_CONTROLLER);
        return Controller.of(Types.REPLICATION_CONTROLLER)
                .owns(Types.POD)
                .watchesStored(Types.POD, pod -> Orphans.wakes(pod, controllers, ReplicationControllers::selector))
                .workers(5)
                .reconcile(new ReplicaSetReconciler(
                        env, loops, new ReplicationControllers(loops), "replication-controller"));
    }
}
