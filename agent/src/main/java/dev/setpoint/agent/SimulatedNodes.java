package dev.setpoint.agent;

import dev.setpoint.agent.node.Heartbeats;
import dev.setpoint.agent.node.SimulatedNode;
import dev.setpoint.agent.pod.PodReconciler;
import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Loops;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// Any number of nodes without machines: they register, send heartbeats, and take the pods bound to them
/// through ContainerCreating, Running and termination. How a pod behaves is declared in its annotations,
/// see [dev.setpoint.agent.pod].
///
///     Loops loops = new Loops(env, client, metrics);
///     SimulatedNodes nodes = new SimulatedNodes(env, loops, NodeOptions.of(3));
///     loops.start();
///     nodes.start();
public final class SimulatedNodes implements AutoCloseable {
    private final NodeOptions options;
    private final Heartbeats heartbeats;

    /// All nodes write through the client of the loops.
    public SimulatedNodes(Env env, Loops loops, NodeOptions options) {
        this(env, loops, _ -> loops.client(), options);
    }

    /// @param as the client through which the node of a name writes: each has rights of its own
    public SimulatedNodes(Env env, Loops loops, Function<String, Client> as, NodeOptions options) {
        this.options = options;
        Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
        Map<String, Client> clients = new LinkedHashMap<>();
        for (int number = options.first(); number < options.first() + options.count(); number++) {
            SimulatedNode node = new SimulatedNode(options.name(number), number - 1);
            nodes.put(node.name(), node);
            clients.put(node.name(), as.apply(node.name()));
        }
        this.heartbeats = new Heartbeats(env, loops, nodes.values(), clients, options);
        loops.add(new PodReconciler(env::wallTime, loops, nodes, clients, options).controller());
    }

    /// Registers the nodes and starts their heartbeats; pods are looked after as soon as the loops run.
    public void start() {
        heartbeats.start(options.workers());
    }

    @Override
    public void close() {
        heartbeats.close();
    }
}
