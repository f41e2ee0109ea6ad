package dev.setpoint.controllers.disruption;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.BySelector;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.WorkloadSelector;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;
import java.util.Optional;

/// A budget is looked at when it or a pod that it selects changes.
public final class DisruptionController {
    private static final Index SELECTORS = BySelector.index(
            Types.POD_DISRUPTION_BUDGET,
            budget -> Optional.ofNullable(budget.getSpec().getSelector()).map(_ -> required(budget)));

    private DisruptionController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops, ResourceTable resources) {
        Informer<PodDisruptionBudget> budgets = loops.informer(Types.POD_DISRUPTION_BUDGET);
        budgets.index(SELECTORS);
        return Controller.of(Types.POD_DISRUPTION_BUDGET)
                .named("disruption")
                .watchesStored(
                        Types.POD,
                        pod -> BySelector.selecting(budgets, SELECTORS, pod).stream()
                                .filter(budget -> selects(budget, pod.header().labels()))
                                .map(ObjectKey::of)
                                .toList())
                .workers(2)
                .reconcile(new DisruptionReconciler(env, loops, resources));
    }

    /// An empty selector selects every pod of the namespace, none at all selects none.
    static boolean selects(PodDisruptionBudget budget, Map<String, String> labels) {
        LabelSelector selector = budget.getSpec().getSelector();
        return selector != null && (WorkloadSelector.empty(selector) || WorkloadSelector.matches(selector, labels));
    }

    /// Labels that every pod has that the budget selects, though not only such a pod may have them.
    static Map<String, String> required(PodDisruptionBudget budget) {
        LabelSelector selector = budget.getSpec().getSelector();
        return selector == null ? Map.of() : Metadata.orEmpty(selector.getMatchLabels());
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
