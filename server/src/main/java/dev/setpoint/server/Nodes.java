package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.SimulatedNodes;
import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.server.mirror.Component;
import dev.setpoint.server.mirror.MirrorPods;
import java.util.List;
import java.util.function.Function;

/// The process that plays the nodes. One watch of all pods serves them together, for which it reads with
/// the rights of the control plane; what a node writes, it writes as that node, and may no more than that.
final class Nodes implements AutoCloseable {
    private static final String NAME = "kubelet";

    private final Env env;
    private final Loops loops;
    private final SimulatedNodes nodes;

    /// @param components that appear as pods on the first node, if there is one
    Nodes(Env env, ApiServer apiServer, Metrics metrics, int count, List<Component> components) {
        this.env = env;
        this.loops = new Loops(env, apiServer.client(env, ControlPlane.ROOT, NAME), metrics);
        Function<String, Client> as =
                name -> loops.as(apiServer.client(env, User.node(name), NAME)).client();
        NodeOptions options = NodeOptions.of(count);
        this.nodes = new SimulatedNodes(env, loops, as, options);
        if (count > 0) {
            String first = options.prefix() + 1;
            loops.add(new MirrorPods(env::wallTime, loops, as.apply(first), first, components).controller());
        }
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
