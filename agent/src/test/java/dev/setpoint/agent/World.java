package dev.setpoint.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.RecordedCall;
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
import java.util.function.Function;

/// A control plane with simulated nodes and nothing else, on the stepped clock. What a node writes, it writes as that
/// node.
final class World implements AutoCloseable {
    private static final String NAME = "kubelet";

    final BatonEnv env;
    /// Between the nodes and the server.
    final FaultSwitches faults;
    private final TestCluster cluster;
    final TypedClient<Pod> pods;
    final TypedClient<Node> nodes;
    final TypedClient<Lease> leases;
    private final TypedClient<Event> events;
    private final NodeOptions options;
    private BatonEnv process;

    World(BatonOptions baton, NodeOptions options) {
        this.options = options;
        cluster = TestCluster.create(baton);
        env = cluster.env();
        faults = new FaultSwitches(env);
        Client admin = cluster.admin();
        pods = Typed.of(Pod.class).over(admin);
        nodes = Typed.of(Node.class).over(admin);
        leases = Typed.of(Lease.class).over(admin);
        events = Typed.of(Event.class).over(admin);
        process = startAgent();
        env.settle();
    }

    private BatonEnv startAgent() {
        BatonEnv started = env.child("agent");
        Loops loops = new Loops(started, faults.over(cluster.client(started, TestCluster.ADMIN, NAME)), new Metrics());
        Function<String, Client> as = name -> loops.as(faults.over(cluster.client(started, User.node(name), NAME)))
                .client();
        SimulatedNodes simulated = new SimulatedNodes(started, loops, as, options);
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
        return pod(name).getStatus().getPhase();
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
        List<RecordedCall> forbidden = faults.forbidden();
        cluster.close();
        assertThat(forbidden).as("calls that were forbidden").isEmpty();
    }
}
