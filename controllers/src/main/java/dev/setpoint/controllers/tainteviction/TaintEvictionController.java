package dev.setpoint.controllers.tainteviction;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;

/// A pod is looked at when it changes on a node that drives pods off, and when its node begins to do so.
public final class TaintEvictionController {
    private TaintEvictionController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<Node> nodes = loops.informer(Types.NODE);
        Informer<Pod> pods = loops.informer(Types.POD);
        return Controller.of(Types.POD)
                .named("taint-eviction-controller")
                .when(change -> !change.deleted() && endangered(change, nodes))
                .watchesStored(
                        Types.NODE,
                        node -> pods.objects().indexed(Index.NODE, node.key().name()).stream()
                                .map(pod -> ObjectKey.of(pod.key()))
                                .toList())
                .when(change ->
                        change.after() != null && drives(nodes, change.key().name()))
                .workers(4)
                .reconcile(new TaintEvictionReconciler(env, loops));
    }

    private static boolean endangered(CacheChange change, Informer<Node> nodes) {
        String node = change.object().header().fields().getOrDefault("spec.nodeName", "");
        return !node.isEmpty() && drives(nodes, node);
    }

    private static boolean drives(Informer<Node> nodes, String name) {
        return nodes.find(ObjectKey.cluster(name))
                .filter(node -> !TaintEvictionPlan.driving(node).isEmpty())
                .isPresent();
    }
}
