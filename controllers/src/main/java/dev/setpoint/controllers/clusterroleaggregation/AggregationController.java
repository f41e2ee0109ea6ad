package dev.setpoint.controllers.clusterroleaggregation;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;

/// Whatever happens to any role, all aggregated ones are looked at: there are few, and roles seldom change. Before all
/// roles are known nothing has to be done for that: each of them is looked at once they are.
public final class AggregationController {
    private AggregationController() {}

    public static Controller<ObjectKey> of(Loops loops) {
        Informer<ClusterRole> roles = loops.informer(Types.CLUSTER_ROLE);
        return Controller.of(Types.CLUSTER_ROLE)
                .named("clusterrole-aggregation")
                .watchesStored(Types.CLUSTER_ROLE, _ -> roles.hasSynced() ? aggregated(roles) : List.of())
                .reconcile(new AggregationReconciler(loops));
    }

    private static List<ObjectKey> aggregated(Informer<ClusterRole> roles) {
        return roles.all().stream()
                .filter(AggregationPlan::aggregates)
                .map(role -> ObjectKey.cluster(Metadata.name(role)))
                .toList();
    }
}
