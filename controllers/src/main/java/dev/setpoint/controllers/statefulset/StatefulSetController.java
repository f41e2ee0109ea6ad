package dev.setpoint.controllers.statefulset;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.UntilNamespaceEnds;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;

/// A set is looked at when it, one of its pods, revisions or claims changes, and when a pod that nobody
/// controls appears that it would take.
public final class StatefulSetController {
    private StatefulSetController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<StatefulSet> sets = loops.informer(Types.STATEFUL_SET);
        return Controller.of(Types.STATEFUL_SET)
                .owns(Types.POD)
                .owns(ControllerRevision.class)
                .watchesStored(
                        Types.POD,
                        pod -> Orphans.wakes(pod, sets, set -> set.getSpec().getSelector()))
                .watchesStored(
                        Types.PERSISTENT_VOLUME_CLAIM,
                        claim -> sets.inNamespace(claim.key().namespace()).stream()
                                .filter(set ->
                                        Identity.mayClaim(set, claim.key().name()))
                                .map(ObjectKey::of)
                                .toList())
                .workers(5)
                .reconcile(new UntilNamespaceEnds(new StatefulSetReconciler(env, loops)));
    }
}
