package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.garbage.GarbageController;
import dev.setpoint.controllers.namespace.NamespaceController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.rootca.RootCaController;
import dev.setpoint.controllers.serviceaccount.ServiceAccountController;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceType;
import java.time.Duration;
import java.util.List;

/// The process that runs the controllers.
final class ControllerManager implements AutoCloseable {
    private static final String NAME = "kube-controller-manager";

    private final Env env;
    private final Loops loops;

    ControllerManager(Env env, ApiServer apiServer, Metrics metrics, String authorityPem) {
        this.env = env;
        this.loops = new Loops(env, apiServer.client(env, ControlPlane.component(NAME), NAME), metrics);
        List<ResourceType> types = apiServer.resources().types();
        loops.add(ReplicaSetController.of(env, loops));
        loops.add(DeploymentController.of(env, loops));
        loops.add(GarbageController.of(loops, GarbageController.collectable(types)));
        loops.add(NamespaceController.of(env, loops, types));
        loops.add(ServiceAccountController.of(loops));
        loops.add(RootCaController.of(loops, authorityPem));
    }

    void start() {
        loops.start();
    }

    boolean awaitSynced(Duration deadline) {
        return loops.awaitSynced(deadline);
    }

    @Override
    public void close() {
        loops.close();
        env.close();
    }
}
