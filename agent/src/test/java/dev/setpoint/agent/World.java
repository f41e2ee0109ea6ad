package dev.setpoint.agent;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FakeClient;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A control plane with simulated nodes and nothing else, on the stepped clock.
final class World implements AutoCloseable {
    final BatonEnv env;
    final FakeClient server;
    final TypedClient<Pod> pods;
    final TypedClient<Node> nodes;
    final TypedClient<Lease> leases;
    private final TypedClient<Event> events;
    private final NodeOptions options;
    private BatonEnv process;

    World(BatonOptions baton, NodeOptions options) {
        this.options = options;
        env = BatonEnv.create(baton);
        server = new FakeClient(env);
        pods = Typed.of(Pod.class).over(server);
        nodes = Typed.of(Node.class).over(server);
        leases = Typed.of(Lease.class).over(server);
        events = Typed.of(Event.class).over(server);
        process = startAgent();
        env.settle();
    }

    private BatonEnv startAgent() {
        BatonEnv started = env.child("agent");
        Loops loops = new Loops(started, server, new Metrics());
        SimulatedNodes simulated = new SimulatedNodes(started, loops, options);
        loops.start();
        simulated.start();
        return started;
    }

    /// As a power cut would end it.
    void killAgent() {
        env.kill(process);
    }

    void restartAgent() {
        killAgent();
        process = startAgent();
    }

    Pod run(String name, String node, Map<String, String> behavior) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withImage("nginx:1.25")
                .endContainer()
                .endSpec();
        behavior.forEach((key, value) -> pod.editMetadata()
                .addToAnnotations("sim.setpoint.dev/" + key, value)
                .endMetadata());
        return pods.create(pod.build());
    }

    Pod pod(String name) {
        return pods.get(new ObjectKey("default", name));
    }

    Optional<Pod> find(String name) {
        return pods.find(new ObjectKey("default", name));
    }

    String phase(String name) {
        return pod(name).getStatus() == null ? "" : pod(name).getStatus().getPhase();
    }

    void delete(String name, long grace) {
        pods.delete(
                new ObjectKey("default", name),
                new DeleteOptions(
                        DeleteOptions.Propagation.BACKGROUND,
                        OptionalLong.of(grace),
                        Optional.empty(),
                        Optional.empty()));
    }

    List<Event> eventsAbout(String name) {
        return events.list("", ListOptions.ALL).stream()
                .filter(event -> event.getInvolvedObject().getName().equals(name))
                .toList();
    }

    @Override
    public void close() {
        env.close();
    }
}
