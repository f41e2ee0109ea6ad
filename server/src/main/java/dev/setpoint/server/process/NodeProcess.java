package dev.setpoint.server.process;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.SimulatedNodes;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.server.mirror.Component;
import dev.setpoint.server.mirror.MirrorPods;
import java.util.List;
import java.util.function.Function;

/// The process that plays simulated nodes. What a node writes, it writes as that node, and may no more than that.
///
/// One node alone also reads as itself, which shows it its own pods and its own Node. Of many that share a process, one
/// watch of all pods serves all, for which it has [an identity of its own][NodeFleet].
public final class NodeProcess implements AutoCloseable {
    static final String NAME = "kubelet";

    private final Env env;
    private final Loops loops;
    private final SimulatedNodes nodes;

    /// @param options of one node at least
    /// @param components that appear as pods on the first node
    public NodeProcess(Surroundings around, NodeOptions options, List<Component> components) {
        if (options.count() < 1) {
            throw new IllegalArgumentException("nodes: " + options.count() + " (expected: 1 or more)");
        }
        this.env = around.env();
        ClientFactory clients = around.clients(NAME);
        this.loops = new Loops(env, reader(clients, options), around.metrics());
        Function<String, Client> as =
                name -> loops.as(clients.as(User.node(name))).client();
        this.nodes = new SimulatedNodes(env, loops, as, options);
        if (!components.isEmpty()) {
            String first = options.name(options.first());
            loops.add(new MirrorPods(env::wallTime, loops, as.apply(first), first, components).controller());
        }
    }

    private static Client reader(ClientFactory clients, NodeOptions options) {
        if (options.count() != 1) {
            return clients.as(NodeFleet.USER);
        }
        String node = options.name(options.first());
        return new NodeView(clients.as(User.node(node)), node);
    }

    public void start() {
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
