package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FakeClient;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/// A fake control plane on the stepped clock, and one process that runs the loops under test, as long as it
/// lives.
public final class LoopWorld implements AutoCloseable {
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");
    private static final int MOST_LIVES = 500;

    public final BatonEnv env = BatonEnv.create(42);
    public final FakeClient server = new FakeClient(env);

    private final Mortality mortality;
    private final BiFunction<Env, Loops, List<Controller<?>>> controllers;
    private Life life;

    private record Life(BatonEnv env, FatalClient fatal) {}

    public LoopWorld(Mortality mortality, BiFunction<Env, Loops, List<Controller<?>>> controllers) {
        this.mortality = mortality;
        this.controllers = controllers;
        this.life = start();
    }

    private Life start() {
        BatonEnv child = env.child("controllers");
        FatalClient fatal = new FatalClient(server, child);
        Loops loops = new Loops(child, mortality == Mortality.IMMORTAL ? server : fatal, new Metrics());
        controllers.apply(child, loops).forEach(loops::add);
        loops.start();
        return new Life(child, fatal);
    }

    public <T extends HasMetadata> TypedClient<T> objects(Class<T> type) {
        return Typed.of(type).over(server);
    }

    public <T extends HasMetadata> List<T> all(Class<T> type) {
        return objects(type).list("", ListOptions.ALL);
    }

    public List<String> names(Class<? extends HasMetadata> type) {
        return all(type).stream().map(Metadata::name).toList();
    }

    /// Lets the loops work until they have nothing left to do, in as many lives as it takes.
    public void settle() {
        pass(Duration.ofSeconds(3));
    }

    /// Likewise, while at least this much time passes: events are sent and failures come back within a few
    /// seconds.
    public void pass(Duration time) {
        env.advance(time);
        for (int lives = 0; mortality == Mortality.DIES_AFTER_EVERY_WRITE && life.fatal.written(); lives++) {
            assertThat(lives).as("lives, without coming to rest").isLessThan(MOST_LIVES);
            env.kill(life.env);
            life = start();
            env.advance(Duration.ofSeconds(3));
        }
    }

    /// The writes of everybody so far, but for events.
    public long writes() {
        return server.calls().stream()
                .filter(call -> WRITES.contains(call.verb()))
                .filter(call -> !call.target().resource().resource().equals("events"))
                .count();
    }

    public long created(String resource) {
        return server.count("create", resource);
    }

    /// What was told so far: `Normal SuccessfulCreate Created pod: ...`. Only the immortal tell everything.
    public List<String> events() {
        return all(Event.class).stream()
                .map(event -> event.getType() + " " + event.getReason() + " " + event.getMessage())
                .toList();
    }

    /// Every pod that is not yet ready becomes so.
    public void makePodsReady() {
        all(Pod.class).stream().filter(pod -> !Pods.ready(pod)).forEach(this::makeReady);
    }

    public void makeReady(Pod pod) {
        String now = Timestamps.seconds(env.wallTime());
        objects(Pod.class)
                .updateStatus(pod.edit()
                        .withNewStatus()
                        .withPhase("Running")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastTransitionTime(now)
                        .endCondition()
                        .endStatus()
                        .build());
    }

    /// A pod's only container ends, and the pod with it.
    public void finish(Pod pod, int exitCode) {
        String now = Timestamps.seconds(env.wallTime());
        objects(Pod.class)
                .updateStatus(pod.edit()
                        .withNewStatus()
                        .withPhase(exitCode == 0 ? "Succeeded" : "Failed")
                        .addNewContainerStatus()
                        .withName("main")
                        .withNewState()
                        .withNewTerminated()
                        .withExitCode(exitCode)
                        .withFinishedAt(now)
                        .endTerminated()
                        .endState()
                        .endContainerStatus()
                        .endStatus()
                        .build());
    }

    /// A converged world is quiet: an hour passes, everything is looked at several times, nobody writes
    /// anything.
    public void assertQuiet() {
        long before = writes();
        pass(Duration.ofHours(1));
        assertThat(writes())
                .as("writes in a converged world: %s", server.calls())
                .isEqualTo(before);
    }

    @Override
    public void close() {
        env.close();
    }
}
