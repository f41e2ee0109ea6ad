package dev.setpoint.controllers.podgc;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// All pods are looked at together, some time after a pod appears that may be concerned, or a node changes
/// or goes.
public final class PodGcController {
    private static final ObjectKey ALL = ObjectKey.cluster("pods");
    private static final Duration FRESH_WITHIN = Duration.ofSeconds(5);

    private PodGcController() {}

    public static Controller of(Env env, Loops loops) {
        Informer<Node> nodes = loops.informer(Types.NODE);
        return new Controller(
                "pod-garbage-collector",
                List.of(
                        new Controller.Source<>(
                                Types.POD,
                                change -> change.after() != null && concerns(change.object(), nodes),
                                _ -> List.of(ALL)),
                        new Controller.Source<>(Types.NODE, change -> !change.created(), _ -> List.of(ALL))),
                1,
                FRESH_WITHIN,
                new PodGcReconciler(env, loops));
    }

    private static boolean concerns(Stored pod, Informer<Node> nodes) {
        String node = pod.header().fields().getOrDefault("spec.nodeName", "");
        boolean there = nodes.objects().find(ObjectKey.cluster(node)).isPresent();
        return PodGcReconciler.concerns(pod, there ? Set.of(node) : Set.of());
    }
}
