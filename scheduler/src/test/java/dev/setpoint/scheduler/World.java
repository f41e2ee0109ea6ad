package dev.setpoint.scheduler;

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
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;

/// A cluster with one scheduler in it, on the stepped clock.
final class World implements AutoCloseable {
    final BatonEnv env;
    final FakeClient server;
    final TypedClient<Pod> pods;
    final TypedClient<Node> nodes;
    private final TypedClient<Event> events;
    private BatonEnv process;

    World(long seed) {
        this(BatonOptions.firstCome(seed));
    }

    World(BatonOptions options) {
        env = BatonEnv.create(options);
        server = new FakeClient(env);
        pods = Typed.of(Pod.class).over(server);
        nodes = Typed.of(Node.class).over(server);
        events = Typed.of(Event.class).over(server);
        process = startScheduler();
    }

    private BatonEnv startScheduler() {
        BatonEnv started = env.child("scheduler");
        Loops loops = new Loops(started, server, new Metrics());
        Scheduler scheduler = new Scheduler(started, loops, SchedulerOptions.DEFAULT);
        loops.start();
        scheduler.start();
        return started;
    }

    /// As a crash would: nothing is told to anybody.
    void restartScheduler() {
        env.kill(process);
        process = startScheduler();
    }

    BatonEnv process() {
        return process;
    }

    Pod pod(String name) {
        return pods.get(new ObjectKey("default", name));
    }

    String nodeOf(String name) {
        return Optional.ofNullable(pod(name).getSpec().getNodeName()).orElse("");
    }

    Optional<PodCondition> scheduled(String name) {
        return pod(name).getStatus() == null
                ? Optional.empty()
                : pod(name).getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals("PodScheduled"))
                        .findFirst();
    }

    void deletePod(String name) {
        pods.delete(new ObjectKey("default", name), DeleteOptions.DEFAULT);
    }

    /// `Type reason message`, in order of their writing.
    List<String> eventsAbout(String name) {
        return events.list("", ListOptions.ALL).stream()
                .filter(event -> event.getInvolvedObject().getName().equals(name))
                .map(event -> event.getType() + " " + event.getReason() + " " + event.getMessage())
                .toList();
    }

    List<Event> allEvents() {
        return events.list("", ListOptions.ALL);
    }

    @Override
    public void close() {
        env.close();
    }
}
