package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.SimulatedNodes;
import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.reconcile.Loops;

/// The process that plays the nodes.
final class Nodes implements AutoCloseable {
    private static final String NAME = "kubelet";

    private final Env env;
    private final Loops loops;
    private final SimulatedNodes nodes;

    Nodes(Env env, ApiServer apiServer, Metrics metrics, int count) {
        this.env = env;
        this.loops = new Loops(env, apiServer.client(env, ControlPlane.ROOT, NAME), metrics);
        this.nodes = new SimulatedNodes(env, loops, NodeOptions.of(count));
    }

    void start() {
        nodes.start();
        loops.start();
    }

    @Override
    public void close() {
        nodes.close();
        loops.close();
        env.close();
    }
}
