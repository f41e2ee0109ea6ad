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
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.List;
import java.util.Optional;

/// A cluster with one scheduler in it, on the stepped clock.
final class World implements AutoCloseable {
    final BatonEnv env;
    final FakeClient server;
    final TypedClient<Pod> pods;
    final TypedClient<Node> nodes;
    final TypedClient<PersistentVolumeClaim> claims;
    final TypedClient<PersistentVolume> volumes;
    final TypedClient<StorageClass> classes;
    private final TypedClient<Event> events;
    private final SchedulerOptions options;
    private MortalClient client;
    private BatonEnv process;

    World(long seed) {
        this(BatonOptions.firstCome(seed));
    }

    World(BatonOptions options) {
        this(options, SchedulerOptions.DEFAULT, Integer.MAX_VALUE);
    }

    /// @param writes after which the scheduler stops in the middle of whatever it does
    World(BatonOptions batonOptions, SchedulerOptions options, int writes) {
        this.options = options;
        env = BatonEnv.create(batonOptions);
        server = new FakeClient(env);
        pods = Typed.of(Pod.class).over(server);
        nodes = Typed.of(Node.class).over(server);
        claims = Typed.of(PersistentVolumeClaim.class).over(server);
        volumes = Typed.of(PersistentVolume.class).over(server);
        classes = Typed.of(StorageClass.class).over(server);
        events = Typed.of(Event.class).over(server);
        client = new MortalClient(server, env, writes);
        process = startScheduler();
    }

    private BatonEnv startScheduler() {
        BatonEnv started = env.child("scheduler");
        Loops loops = new Loops(started, client, new Metrics());
        Scheduler scheduler = new Scheduler(started, loops, options);
        loops.start();
        scheduler.start();
        return started;
    }

    /// As a crash would: nothing is told to anybody.
    void restartScheduler() {
        env.kill(process);
        client = new MortalClient(server, env, Integer.MAX_VALUE);
        process = startScheduler();
    }

    /// Whether the scheduler has stopped where it was told to.
    boolean isDead() {
        return client.isDead();
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
