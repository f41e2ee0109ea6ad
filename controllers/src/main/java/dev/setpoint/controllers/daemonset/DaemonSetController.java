package dev.setpoint.controllers.daemonset;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.UntilNamespaceEnds;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.List;

/// A set is looked at when it, one of its pods or revisions changes, when a pod that nobody controls appears that
/// it would take, and when a node comes, goes, or changes in what decides about pods.
public final class DaemonSetController {
    private DaemonSetController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<DaemonSet> sets = loops.informer(Types.DAEMON_SET);
        Typed<Node> nodes = loops.informer(Types.NODE).typed();
        return Controller.of(Types.DAEMON_SET)
                .owns(Types.POD)
                .owns(ControllerRevision.class)
                .watchesStored(
                        Types.POD,
                        pod -> Orphans.wakes(pod, sets, set -> set.getSpec().getSelector()))
                .watchesStored(
                        Types.NODE,
                        _ -> sets.objects().all().stream()
                                .map(set -> ObjectKey.of(set.key()))
                                .toList())
                .when(change -> matters(nodes, change))
                .workers(2)
                .reconcile(new UntilNamespaceEnds(new DaemonSetReconciler(env, loops)));
    }

    private static boolean matters(Typed<Node> nodes, CacheChange change) {
        Stored before = change.before();
        Stored after = change.after();
        return before == null
                || after == null
                || !before.header().labels().equals(after.header().labels())
                || !taints(nodes, before).equals(taints(nodes, after));
    }

    private static List<Taint> taints(Typed<Node> nodes, Stored node) {
        var spec = nodes.decode(node).getSpec();
        return spec == null ? List.of() : spec.getTaints();
    }
}
