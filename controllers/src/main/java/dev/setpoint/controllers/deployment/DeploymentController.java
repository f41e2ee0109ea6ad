package dev.setpoint.controllers.deployment;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.UntilNamespaceEnds;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.apps.Deployment;

/// A Deployment is looked at when it changes, when one of its sets does, and when a set that nobody
/// controls appears that it would take.
public final class DeploymentController {
    /// They mostly wait for the store, which writes for many at once.
    private static final int WORKERS = 16;

    private DeploymentController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<Deployment> deployments = loops.informer(Types.DEPLOYMENT);
        return Controller.of(Types.DEPLOYMENT)
                .owns(Types.REPLICA_SET)
                .watchesStored(
                        Types.REPLICA_SET,
                        set -> Orphans.wakes(
                                set,
                                deployments,
                                deployment -> deployment.getSpec().getSelector()))
                .lightWorkers(WORKERS)
                .passingEchoes()
                .reconcile(new UntilNamespaceEnds(new DeploymentReconciler(env, loops)));
    }
}
