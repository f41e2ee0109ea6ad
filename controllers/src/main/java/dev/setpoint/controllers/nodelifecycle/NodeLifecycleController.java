package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.time.Duration;
import java.util.List;

/// All nodes are looked at together, when one of them changes and every few seconds.
public final class NodeLifecycleController {
    private static final ObjectKey ALL = ObjectKey.cluster("nodes");
    private static final Duration FRESH_WITHIN = Duration.ofSeconds(5);

    private NodeLifecycleController() {}

    public static Controller of(Env env, Loops loops) {
        return new Controller(
                "node-lifecycle",
                List.of(
                        new Controller.Source<>(Types.NODE, _ -> true, _ -> List.of(ALL)),
                        new Controller.Source<>(Types.LEASE, _ -> false, _ -> List.of()),
                        new Controller.Source<>(Types.POD, _ -> false, _ -> List.of())),
                1,
                FRESH_WITHIN,
                new NodeLifecycleReconciler(env, loops));
    }
}
