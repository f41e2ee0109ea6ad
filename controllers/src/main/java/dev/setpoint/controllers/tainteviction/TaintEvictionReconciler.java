package dev.setpoint.controllers.tainteviction;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Disruptions;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/// Executes a [TaintEvictionPlan].
final class TaintEvictionReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Disruptions disruptions;
    private final EventRecorder events;

    TaintEvictionReconciler(Env env, Loops loops) {
        this.env = env;
        this.pods = loops.informer(Types.POD);
        this.nodes = loops.informer(Types.NODE);
        this.disruptions = new Disruptions(env, loops);
        this.events = loops.events("taint-eviction-controller");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Pod> pod = pods.find(key);
        Optional<Node> node = pod.flatMap(found -> nodes.find(ObjectKey.cluster(Pods.nodeName(found))));
        if (pod.isEmpty() || node.isEmpty()) {
            return Outcome.DONE;
        }
        return switch (TaintEvictionPlan.plan(pod.get(), node.get(), env.wallTime())) {
            case TaintEvictionPlan.Verdict.Stay() -> Outcome.DONE;
            case TaintEvictionPlan.Verdict.LeaveIn(var time) -> Outcome.checkAgain(time);
            case TaintEvictionPlan.Verdict.Leave() -> {
                events.normal(pod.get(), "TaintManagerEviction", "Marking for deletion Pod " + key);
                disruptions.delete(
                        pod.get(), "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
                yield Outcome.DONE;
            }
        };
    }
}
