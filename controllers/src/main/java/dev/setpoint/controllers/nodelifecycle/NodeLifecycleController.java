package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.base.Env;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.WholeKind;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;

/// All nodes are looked at together, when one of them changes and every few seconds. The more there are, the more of
/// their changes are gathered for one look: each of thousands says every five minutes that it lives.
public final class NodeLifecycleController {
    private static final List<WholeKind> ALL = List.of(WholeKind.ALL);

    private static final int MANY = 100;
    private static final Duration WINDOW_FOR_EACH_NODE = Duration.ofMillis(1);

    private NodeLifecycleController() {}

    public static Controller<WholeKind> of(Env env, Loops loops) {
        Informer<Node> nodes = loops.informer(Types.NODE);
        return Controller.keyedBy(WholeKind.class)
                .named("node-lifecycle")
                .watchesStored(Types.NODE, _ -> ALL)
                .gathering(_ -> window(nodes))
                .watchesStored(Types.LEASE, _ -> List.of()) // Read in each pass, which no change of them begins.
                .watchesStored(Types.POD, _ -> List.of())
                .reconcile(new NodeLifecycleReconciler(env, loops));
    }

    private static Duration window(Informer<Node> nodes) {
        int count = nodes.objects().size();
        Duration window = count < MANY ? Duration.ZERO : WINDOW_FOR_EACH_NODE.multipliedBy(count);
        return window.compareTo(NodeLifecycleReconciler.PERIOD) < 0 ? window : NodeLifecycleReconciler.PERIOD;
    }
}
