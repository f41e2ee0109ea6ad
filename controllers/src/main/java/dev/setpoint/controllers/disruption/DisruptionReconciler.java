package dev.setpoint.controllers.disruption;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.scale.Scales;
import dev.setpoint.controllers.workload.BySelector;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the status that a [DisruptionPlan] says.
final class DisruptionReconciler implements Reconciler<ObjectKey> {
    private static final Duration UNKNOWN_FOR = Duration.ofSeconds(15);

    private final Env env;
    private final Informer<PodDisruptionBudget> budgets;
    private final Informer<Pod> pods;
    private final Informer<ReplicaSet> replicaSets;
    private final TypedClient<PodDisruptionBudget> client;
    private final Scales scales;
    private final EventRecorder events;

    DisruptionReconciler(Env env, Loops loops, ResourceTable resources) {
        this.env = env;
        this.budgets = loops.informer(Types.POD_DISRUPTION_BUDGET);
        this.pods = loops.informer(Types.POD);
        BySelector.prepare(pods);
        this.replicaSets = loops.informer(Types.REPLICA_SET);
        this.client = Types.POD_DISRUPTION_BUDGET.over(loops.client()).as(Authorship.NAME);
        this.scales = new Scales(loops, resources);
        this.events = loops.events("controllermanager");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<PodDisruptionBudget> found = budgets.find(key).filter(budget -> !Metadata.deleting(budget));
        if (found.isEmpty()) {
            return Outcome.DONE;
        }
        PodDisruptionBudget budget = found.get();
        List<Pod> selected = BySelector.selected(
                pods,
                key.namespace(),
                DisruptionController.required(budget),
                pod -> DisruptionController.selects(budget, pod.header().labels()));
        ExpectedScale scale = expected(budget, selected);
        DisruptionPlan plan = DisruptionPlan.plan(budget, selected, scale, env.wallTime());
        tell(budget, selected, scale, plan);
        if (!plan.status().equals(budget.getStatus())) {
            client.updateStatus(budget.edit().withStatus(plan.status()).build());
        }
        if (scale instanceof ExpectedScale.Unknown) {
            return Outcome.checkAgain(UNKNOWN_FOR); // Nobody tells when a controller of some kind appears.
        }
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private void tell(PodDisruptionBudget budget, List<Pod> selected, ExpectedScale scale, DisruptionPlan plan) {
        boolean news = budget.getStatus() == null || !plan.status().equals(budget.getStatus());
        if (selected.isEmpty() && news) {
            events.normal(budget, "NoPods", "No matching pods found");
        }
        if (scale instanceof ExpectedScale.Known(var _, var unmanaged) && unmanaged && news) {
            events.normal(
                    budget,
                    "UnmanagedPods",
                    "Pods selected by this PodDisruptionBudget (selector: "
                            + DisruptionController.selector(budget)
                            + ") were found to be unmanaged. As a result, the status of the PDB cannot be calculated"
                            + " correctly, which may result in undefined behavior. To account for these pods please"
                            + " set \".spec.minAvailable\" field of the PDB to an integer value.");
        }
        if (scale instanceof ExpectedScale.Unknown(var why) && news) {
            events.warning(
                    budget,
                    "CalculateExpectedPodCountFailed",
                    "Failed to calculate the number of expected pods: " + why);
        }
        plan.notDeleted()
                .forEach(pod -> events.warning(
                        pod,
                        "NotDeleted",
                        "Pod was expected by PDB " + ObjectKey.of(budget) + " to be deleted but it wasn't"));
    }

    private ExpectedScale expected(PodDisruptionBudget budget, List<Pod> selected) {
        if (!DisruptionPlan.needsScale(budget)) {
            return new ExpectedScale.Known(selected.size(), false);
        }
        Map<String, Integer> replicas = new LinkedHashMap<>();
        boolean unmanaged = false;
        for (Pod pod : selected) {
            Optional<OwnerReference> owner =
                    ControllerReferences.controllerOf(pod).map(direct -> top(pod, direct));
            unmanaged |= owner.isEmpty();
            if (owner.isPresent() && !replicas.containsKey(owner.get().getUid())) {
                Optional<Integer> wanted = replicas(pod, owner.get());
                if (wanted.isEmpty()) {
                    return new ExpectedScale.Unknown("found no controllers for pod \"" + Metadata.name(pod) + "\"");
                }
                replicas.put(owner.get().getUid(), wanted.get());
            }
        }
        return new ExpectedScale.Known(
                replicas.values().stream().mapToInt(Integer::intValue).sum(), unmanaged);
    }

    /// A ReplicaSet of a Deployment is only a part of it.
    private OwnerReference top(Pod pod, OwnerReference direct) {
        if (!direct.getKind().equals("ReplicaSet")) {
            return direct;
        }
        return replicaSets
                .find(new ObjectKey(pod.getMetadata().getNamespace(), direct.getName()))
                .flatMap(ControllerReferences::controllerOf)
                .orElse(direct);
    }

    private Optional<Integer> replicas(Pod pod, OwnerReference owner) {
        Optional<GroupVersionResource> resource = scales.resource(owner.getApiVersion(), owner.getKind());
        if (resource.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(scales.of(resource.get(), pod.getMetadata().getNamespace(), owner.getName()))
                    .filter(scale -> scale.uid().equals(owner.getUid()))
                    .map(scale -> scale.wanted());
        } catch (ApiException e) {
            if (e.error().notFound() || e.error().notServed()) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
