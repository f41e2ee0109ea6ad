package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.SimulatedNodes;
import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.reconcile.Loops;

/// The process that plays the nodes. One watch of all pods serves them together, for which it reads with
/// the rights of the control plane; what a node writes, it writes as that node, and may no more than that.
final class Nodes implements AutoCloseable {
    private static final String NAME = "kubelet";

    private final Env env;
    private final Loops loops;
    private final SimulatedNodes nodes;

    Nodes(Env env, ApiServer apiServer, Metrics metrics, int count) {
        this.env = env;
        this.loops = new Loops(env, apiServer.client(env, ControlPlane.ROOT, NAME), metrics);
        this.nodes = new SimulatedNodes(
                env,
                loops,
                name -> loops.as(apiServer.client(env, User.node(name), NAME)).client(),
                NodeOptions.of(count));
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
