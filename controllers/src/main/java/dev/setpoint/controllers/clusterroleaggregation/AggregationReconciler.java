package dev.setpoint.controllers.clusterroleaggregation;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;

/// Writes the rules that an [AggregationPlan] finds.
final class AggregationReconciler implements Reconciler<ObjectKey> {
    private final Informer<ClusterRole> roles;
    private final TypedClient<ClusterRole> client;

    AggregationReconciler(Loops loops) {
        this.roles = loops.informer(Types.CLUSTER_ROLE);
        this.client = roles.typed().over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        roles.find(key)
                .filter(AggregationPlan::aggregates)
                .ifPresent(role -> AggregationPlan.plan(role, roles.all())
                        .ifPresent(rules -> client.update(
                                new ClusterRoleBuilder(role).withRules(rules).build())));
        return Outcome.DONE;
    }
}
