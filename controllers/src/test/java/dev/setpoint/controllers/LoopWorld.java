package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Key;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.RecordedCall;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.store.Snapshot;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/// A cluster on the stepped clock, and one process that runs the loops under test, as long as it lives. Each loop has
/// the identity and the rights that it has in production.
public final class LoopWorld implements AutoCloseable {
    private static final String MANAGER = "kube-controller-manager";
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");
    private static final int MOST_LIVES = 500;
    private static final int SHOWN = 20;

    public final TestCluster cluster = TestCluster.create(42);
    public final BatonEnv env = cluster.env();
    /// Between the server and everybody who asks it, the test itself included.
    public final FaultSwitches faults = new FaultSwitches(env);

    /// What is there before anything is made.
    private final Snapshot beginning;

    private final Client admin = faults.over(cluster.admin());
    private final Mortality mortality;
    private final BiFunction<Env, Identities, List<Controller<?>>> controllers;
    private Life life;

    /// One life of the process.
    private final class Life implements Identities {
        final BatonEnv process = env.child(MANAGER);
        final FatalClient.Fate fate = new FatalClient.Fate();
        final Loops loops = new Loops(process, client(User.of("system:" + MANAGER, User.AUTHENTICATED)), new Metrics());

        private Client client(User user) {
            Client client = faults.over(cluster.client(process, user, MANAGER));
            return mortality == Mortality.IMMORTAL ? client : new FatalClient(client, process, fate);
        }

        @Override
        public Loops account(String name) {
            return loops.as(client(User.serviceAccount("kube-system", name)));
        }

        @Override
        public Loops process() {
            return loops;
        }
    }

    /// @param controllers of the process, under the names that they have in production
    public LoopWorld(Mortality mortality, BiFunction<Env, Identities, List<Controller<?>>> controllers) {
        this.mortality = mortality;
        this.controllers = controllers;
        cluster.createNamespace(Samples.NAMESPACE);
        this.beginning = cluster.store().snapshot();
        cluster.startKubelets();
        this.life = start();
    }

    private Life start() {
        Life started = new Life();
        controllers.apply(started.process, started).forEach(started.loops::add);
        started.loops.start();
        return started;
    }

    /// Creates an object and, where it has one, gives it its status: nobody can do both at once.
    public <T extends HasMetadata> T create(T object) {
        @SuppressWarnings("unchecked") // An object's class is its kind's.
        Typed<T> typed = Typed.of((Class<T>) object.getClass());
        T created = typed.over(admin).create(object);
        JsonValue status = ((JsonObject) typed.encodeTree(object).json()).get("status");
        return status instanceof JsonObject given && !given.isEmpty()
                ? typed.over(admin)
                        .patchStatus(ObjectKey.of(created), PatchType.MERGE, new JsonObject().put("status", given))
                : created;
    }

    /// A node that takes pods: a new one does not, until it was seen to be ready.
    public Node createNode(Node node) {
        Node created = create(node);
        return objects(Node.class)
                .update(created.edit()
                        .editSpec()
                        .withTaints(node.getSpec().getTaints())
                        .endSpec()
                        .build());
    }

    public <T extends HasMetadata> TypedClient<T> objects(Class<T> type) {
        return Typed.of(type).over(admin);
    }

    /// All but those that were there from the beginning.
    public <T extends HasMetadata> List<T> all(Class<T> type) {
        String resource = Typed.of(type).resource().groupResource().toString();
        return objects(type).list("", ListOptions.ALL).stream()
                .filter(object -> !isOfBeginning(resource, object))
                .toList();
    }

    private boolean isOfBeginning(String resource, HasMetadata object) {
        ObjectKey key = ObjectKey.of(object);
        return beginning
                .find(new Key(resource, key.namespace(), key.name()))
                .filter(there ->
                        there.header().uid().equals(object.getMetadata().getUid()))
                .isPresent();
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
        for (int lives = 0; mortality == Mortality.DIES_AFTER_EVERY_WRITE && life.fate.written(); lives++) {
            assertThat(lives)
                    .as("lives, without coming to rest: %s", lastCalls())
                    .isLessThan(MOST_LIVES);
            env.kill(life.process);
            life = start();
            env.advance(Duration.ofSeconds(3));
        }
    }

    private List<RecordedCall> lastCalls() {
        List<RecordedCall> calls = faults.calls();
        return calls.subList(Math.max(0, calls.size() - SHOWN), calls.size());
    }

    /// The writes of everybody so far, but for events.
    public long writes() {
        return faults.calls().stream()
                .filter(call -> WRITES.contains(call.verb()))
                .filter(call -> !call.target().resource().resource().equals("events"))
                .count();
    }

    public long created(String resource) {
        return faults.count("create", resource);
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
        assertThat(writes()).as("writes in a converged world: %s", lastCalls()).isEqualTo(before);
    }

    @Override
    public void close() {
        List<RecordedCall> forbidden = faults.forbidden();
        cluster.close();
        assertThat(forbidden).as("calls that were forbidden").isEmpty();
    }
}
