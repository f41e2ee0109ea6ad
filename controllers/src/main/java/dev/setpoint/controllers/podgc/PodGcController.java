package dev.setpoint.controllers.podgc;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.WholeKind;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Set;

/// All pods are looked at together, some time after a pod appears that may be concerned, or a node changes
/// or goes.
public final class PodGcController {
    private static final List<WholeKind> ALL = List.of(WholeKind.ALL);

    private PodGcController() {}

    public static Controller<WholeKind> of(Env env, Loops loops) {
        Informer<Node> nodes = loops.informer(Types.NODE);
        return Controller.keyedBy(WholeKind.class)
                .named("pod-garbage-collector")
                .watchesStored(Types.POD, _ -> ALL)
                .when(change -> change.after() != null && concerns(change.object(), nodes))
                .watchesStored(Types.NODE, _ -> ALL)
                .when(change -> !change.created())
                .reconcile(new PodGcReconciler(env, loops));
    }

    private static boolean concerns(Stored pod, Informer<Node> nodes) {
        String node = pod.header().fields().getOrDefault("spec.nodeName", "");
        boolean there = nodes.objects().find(ObjectKey.cluster(node)).isPresent();
        return PodGcReconciler.concerns(pod, there ? Set.of(node) : Set.of());
    }
}
