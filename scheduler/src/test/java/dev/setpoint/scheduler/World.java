package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.RecordedCall;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A cluster with one scheduler in it, on the stepped clock.
final class World implements AutoCloseable {
    private static final String NAME = "kube-scheduler";

    final TestCluster cluster;
    final BatonEnv env;
    /// Between the scheduler and the server.
    final FaultSwitches faults;
    final TypedClient<Pod> pods;
    final TypedClient<Node> nodes;
    final TypedClient<PersistentVolumeClaim> claims;
    final TypedClient<PersistentVolume> volumes;
    final TypedClient<StorageClass> classes;
    private final TypedClient<PriorityClass> priorities;
    private final TypedClient<Event> events;
    private final SchedulerOptions options;
    private Life life;

    private record Life(BatonEnv process, MortalClient client) {}

    World(long seed) {
        this(BatonOptions.firstCome(seed));
    }

    World(BatonOptions options) {
        this(options, SchedulerOptions.DEFAULT, Integer.MAX_VALUE);
    }

    /// @param writes after which the scheduler stops in the middle of whatever it does
    World(BatonOptions batonOptions, SchedulerOptions options, int writes) {
        this.options = options;
        cluster = TestCluster.create(batonOptions);
        cluster.startKubelets();
        env = cluster.env();
        faults = new FaultSwitches(env);
        Client admin = cluster.admin();
        pods = Typed.of(Pod.class).over(admin);
        nodes = Typed.of(Node.class).over(admin);
        claims = Typed.of(PersistentVolumeClaim.class).over(admin);
        volumes = Typed.of(PersistentVolume.class).over(admin);
        classes = Typed.of(StorageClass.class).over(admin);
        priorities = Typed.of(PriorityClass.class).over(admin);
        events = Typed.of(Event.class).over(admin);
        life = startScheduler(writes);
    }

    private Life startScheduler(int writes) {
        BatonEnv started = env.child("scheduler");
        User user = User.of("system:" + NAME, User.AUTHENTICATED);
        MortalClient client = new MortalClient(faults.over(cluster.client(started, user, NAME)), env, writes);
        Loops loops = new Loops(started, client, new Metrics());
        Scheduler scheduler = new Scheduler(started, loops, options);
        loops.start();
        scheduler.start();
        return new Life(started, client);
    }

    /// As a crash would: nothing is told to anybody.
    void restartScheduler() {
        env.kill(life.process);
        life = startScheduler(Integer.MAX_VALUE);
    }

    /// A node that is ready, with all that it offers: a new one takes no pods, until it was seen to be ready.
    void create(Node node) {
        Node fresh = anew(node);
        nodes.create(fresh);
        nodes.updateStatus(fresh);
        nodes.update(fresh);
    }

    void update(Node node) {
        nodes.update(anew(node));
    }

    private static Node anew(Node node) {
        return node.edit().editMetadata().withUid(null).endMetadata().build();
    }

    /// A pod has its priority from a class.
    void create(Pod pod) {
        Integer priority = pod.getSpec().getPriority();
        if (priority == null) {
            pods.create(pod);
            return;
        }
        String name = "priority-" + priority;
        if (priorities.find(ObjectKey.cluster(name)).isEmpty()) {
            priorities.create(new PriorityClassBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .withValue(priority)
                    .build());
        }
        pods.create(pod.edit()
                .editSpec()
                .withPriority(null)
                .withPriorityClassName(name)
                .endSpec()
                .build());
    }

    /// A volume, and what is said of it.
    void create(PersistentVolume volume) {
        volumes.create(volume);
        volumes.updateStatus(volume);
    }

    /// Something else than what the server let in lies in the store now.
    void corrupt(Target target, String text, String other) {
        Stored stored = cluster.admin().get(target);
        String before = new String(stored.bytes(), StandardCharsets.UTF_8);
        assertThat(before).contains(text);
        byte[] after = before.replace(text, other).getBytes(StandardCharsets.UTF_8);
        assertThat(cluster.store()
                        .commit(new Commit(
                                List.of(new Commit.Condition(stored.key(), stored.revision())),
                                List.of(new Commit.Put(stored.key(), stored.header(), after, stored.hole())))))
                .isInstanceOf(CommitResult.Committed.class);
    }

    /// Whether the scheduler has stopped where it was told to.
    boolean isDead() {
        return life.client.isDead();
    }

    BatonEnv process() {
        return life.process;
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
        pods.delete(new ObjectKey("default", name), DeleteOptions.DEFAULT); // By the way of its node, if it has one.
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
        List<RecordedCall> forbidden = faults.forbidden();
        cluster.close();
        assertThat(forbidden).as("calls that were forbidden").isEmpty();
    }
}
