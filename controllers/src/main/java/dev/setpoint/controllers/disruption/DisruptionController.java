package dev.setpoint.controllers.disruption;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Selection;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;

/// A budget is looked at when it or a pod that it selects changes.
public final class DisruptionController {
    private DisruptionController() {}

    public static Controller of(Env env, Loops loops, ResourceTable resources) {
        Informer<PodDisruptionBudget> budgets = loops.informer(Types.POD_DISRUPTION_BUDGET);
        return Controller.of(Types.POD_DISRUPTION_BUDGET)
                .named("disruption")
                .watchesStored(
                        Types.POD,
                        pod -> budgets.inNamespace(pod.key().namespace()).stream()
                                .filter(budget -> selects(budget, pod.header().labels()))
                                .map(ObjectKey::of)
                                .toList())
                .workers(2)
                .reconcile(new DisruptionReconciler(env, loops, resources));
    }

    /// An empty selector selects every pod of the namespace, none at all selects none.
    static boolean selects(PodDisruptionBudget budget, Map<String, String> labels) {
        LabelSelector selector = budget.getSpec().getSelector();
        return selector != null && (Selection.empty(selector) || Selection.matches(selector, labels));
    }

    /// As events show it.
    static String selector(PodDisruptionBudget budget) {
        JsonValue tree = Types.POD_DISRUPTION_BUDGET.encodeTree(budget).json();
        return tree instanceof JsonObject object
                ? dev.setpoint.machinery.selector.LabelSelector.of(
                                object.child("spec").child("selector"))
                        .toString()
                : "";
    }
}
