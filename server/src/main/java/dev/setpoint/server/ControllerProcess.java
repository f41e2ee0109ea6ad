package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.Controllers;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.time.Duration;

/// The process that runs the controllers.
final class ControllerProcess implements AutoCloseable {
    private static final String NAME = "kube-controller-manager";

    private final Env env;
    private final Loops loops;

    ControllerProcess(Env env, ApiServer apiServer, Metrics metrics, String authorityPem) {
        this.env = env;
        this.loops = new Loops(env, apiServer.client(env, ControlPlane.component(NAME), NAME), metrics);
        Controllers.all(env, loops, ResourceTable.builtIn(), authorityPem).forEach(loops::add);
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
