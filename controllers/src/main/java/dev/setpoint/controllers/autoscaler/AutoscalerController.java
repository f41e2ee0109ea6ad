package dev.setpoint.controllers.autoscaler;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Objects;

/// An autoscaler is looked at when it comes, goes or is told something else, and every fifteen seconds.
public final class AutoscalerController {
    static final Typed<HorizontalPodAutoscaler> TYPE = Typed.of(HorizontalPodAutoscaler.class);

    private AutoscalerController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops, ResourceTable resources) {
        Typed<HorizontalPodAutoscaler> autoscalers = loops.informer(TYPE).typed();
        return Controller.of(TYPE)
                .named("horizontal-pod-autoscaler")
                .when(change -> says(autoscalers, change))
                .watchesStored(Types.POD, _ -> List.of())
                .when(_ -> false)
                .workers(5)
                .reconcile(new AutoscalerReconciler(env, loops, resources));
    }

    /// Its own status tells it nothing.
    private static boolean says(Typed<HorizontalPodAutoscaler> autoscalers, CacheChange change) {
        return change.created()
                || change.deleted()
                || !autoscalers
                        .decode(Objects.requireNonNull(change.before()))
                        .getSpec()
                        .equals(autoscalers.decode(change.object()).getSpec());
    }
}
