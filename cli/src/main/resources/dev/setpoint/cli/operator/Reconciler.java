package @package@;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Conditions;
import dev.setpoint.reconcile.Context;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.ObjectReconciler;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Map;

/// Makes the world so as a @Kind@ says: one Deployment for each.
///
/// It may run at any time and any number of times; it keeps nothing in memory, and looks at what is.
public final class @Kind@Reconciler implements ObjectReconciler<@Kind@> {
    public static Controller<ObjectKey> controller() {
        return Controller.of(@Kind@.class).owns(Deployment.class).reconcile(new @Kind@Reconciler());
    }

    @Override
    public Outcome reconcile(@Kind@ object, Context<@Kind@> context) {
        context.apply(deployment(object));
        int ready = context.owned(Deployment.class).stream()
                .mapToInt(@Kind@Reconciler::readyReplicas)
                .sum();
        context.status(withStatus(object, ready, context));
        return Outcome.DONE;
    }

    private static int readyReplicas(Deployment deployment) {
        return deployment.getStatus() == null || deployment.getStatus().getReadyReplicas() == null
                ? 0
                : deployment.getStatus().getReadyReplicas();
    }

    private static Deployment deployment(@Kind@ object) {
        Map<String, String> labels = Map.of("@name@", object.getMetadata().getName());
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .endMetadata()
                .withNewSpec()
                .withReplicas(object.getSpec().replicas())
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage(object.getSpec().image())
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /// A copy: what comes from a cache is shared, and never changed.
    private static @Kind@ withStatus(@Kind@ object, int ready, Context<@Kind@> context) {
        boolean all = ready == object.getSpec().replicas();
        Condition condition = new ConditionBuilder()
                .withType("Ready")
                .withStatus(all ? "True" : "False")
                .withReason(all ? "AllReady" : "Waiting")
                .withMessage(ready + " of " + object.getSpec().replicas() + " are ready")
                .withObservedGeneration(object.getMetadata().getGeneration())
                .build();
        List<Condition> before =
                object.getStatus() == null ? List.of() : object.getStatus().conditions();
        @Kind@ copy = new @Kind@();
        copy.setMetadata(object.getMetadata());
        copy.setSpec(object.getSpec());
        copy.setStatus(new @Kind@.Status(
                ready,
                object.getMetadata().getGeneration(),
                Conditions.with(before, condition, context.now())));
        return copy;
    }
}
