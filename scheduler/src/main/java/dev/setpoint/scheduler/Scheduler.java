package dev.setpoint.scheduler;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.scheduler.Decision.Nomination;
import dev.setpoint.scheduler.Inbox.Kind;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.plugin.ClusterChange;
import dev.setpoint.scheduler.plugin.Diagnosis;
import dev.setpoint.scheduler.plugin.NodePicker;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.preempt.Budget;
import dev.setpoint.scheduler.preempt.Preemptor;
import dev.setpoint.scheduler.preempt.Preemptor.Verdict;
import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.queue.SchedulingQueue;
import dev.setpoint.scheduler.volume.CachedVolumes;
import dev.setpoint.scheduler.volume.VolumeBindings;
import dev.setpoint.scheduler.volume.VolumeChooser;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The loop of the scheduler: look at what changed, place the pods that can be placed, wait.
///
///     Loops loops = new Loops(env, client, metrics);
///     Scheduler scheduler = new Scheduler(env, loops, SchedulerOptions.DEFAULT);
///     loops.start();
///     scheduler.start();
public final class Scheduler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Scheduler.class);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofHours(1);

    private final Env env;
    private final Loops loops;
    private final SchedulerOptions options;
    private final Inbox inbox;
    private final Binder binder;
    private final ClusterState cluster = new ClusterState();
    private final VolumeChooser chooser;
    private final VolumeWaits volumeWaits;
    private final Profiles profiles;
    private final SchedulingQueue queue;
    private final Preemptor preemptor;
    private final ClusterSync sync;
    private int undecided;
    private @Nullable Task task;

    public Scheduler(Env env, Loops loops, SchedulerOptions options) {
        this.env = env;
        this.loops = loops;
        this.options = options;
        Informer<Pod> pods = loops.informer(Pod.class);
        Informer<Node> nodes = loops.informer(Node.class);
        Informer<Namespace> namespaces = loops.informer(Namespace.class);
        Informer<PodDisruptionBudget> budgets = loops.informer(PodDisruptionBudget.class);
        CachedVolumes volumes = new CachedVolumes(loops);
        this.chooser = new VolumeChooser(volumes);
        this.volumeWaits = new VolumeWaits(chooser);
        this.profiles = new Profiles(options.profiles(), cluster, new WorkloadSiblings(loops), chooser, env.random());
        this.inbox = new Inbox(env);
        this.binder = new Binder(env, loops, pods, inbox, options);
        this.queue = new SchedulingQueue(profiles.filters());
        this.preemptor = new Preemptor(
                cluster,
                new InformedHistory(env, pods),
                () -> budgets.all().stream().map(Budget::read).toList(),
                env.random());
        this.sync = new ClusterSync(pods, nodes, namespaces, profiles::has, cluster, queue, this::wake);
        pods.onChange(change -> inbox.changed(Kind.POD, change.key()));
        nodes.onChange(change -> inbox.changed(Kind.NODE, change.key()));
        namespaces.onChange(change -> inbox.changed(Kind.NAMESPACE, change.key()));
        volumes.onChange(change -> inbox.changed(Kind.STORAGE, change.key()));
    }

    public void start() {
        task = env.start("scheduler", TaskKind.DEDICATED, this::run);
    }

    /// Ends the loop, lets decisions that are being written end, and joins all tasks.
    @Override
    public void close() {
        if (task != null) {
            task.cancel();
            task.join(GRACE);
        }
        binder.close(GRACE);
    }

    /// Before all nodes and all their pods are known, no node's room is.
    private void run() {
        boolean synced = false;
        while (!synced) {
            synced = loops.awaitSynced(IDLE);
        }
        while (true) {
            boolean changed = absorb();
            boolean placed = placeSome();
            if (!changed && !placed) {
                inbox.await(untilNextTime());
            }
        }
    }

    // ---- taking in ---------------------------------------------------------------------------------------------

    private boolean absorb() {
        Inbox.Content content = inbox.take();
        long now = env.monotonicNanos();
        content.keys(Kind.NAMESPACE).forEach(key -> alone(key, () -> sync.namespace(key)));
        content.keys(Kind.NODE).forEach(key -> alone(key, () -> sync.node(key)));
        content.keys(Kind.STORAGE).forEach(key -> alone(key, () -> wake(new ClusterChange.StorageChanged(key))));
        content.keys(Kind.POD).forEach(key -> alone(key, () -> sync.pod(key, now)));
        content.outcomes().forEach(outcome -> alone(outcome, () -> settle(outcome, now)));
        if (!volumeWaits.isEmpty()) {
            content.keys(Kind.STORAGE).forEach(volumeWaits::storageChanged);
            content.keys(Kind.POD).forEach(volumeWaits::podChanged);
            alone("pods with volumes", () -> bindThoseWithVolumes(now));
        }
        return !content.isEmpty();
    }

    /// A defect met with one of them is that one's alone: all the others still have to be placed. Nobody would notice a
    /// scheduler that is no more.
    ///
    /// @return whether it went well
    private static boolean alone(Object what, Runnable action) {
        try {
            action.run();
            return true;
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            log.error("{}: cannot be dealt with", what, e);
            return false;
        }
    }

    private void settle(BindOutcome outcome, long now) {
        undecided--;
        switch (outcome) {
            case BindOutcome.Done() -> {}
            case BindOutcome.NotBound(var pod) -> giveBack(pod, now);
            case BindOutcome.Provided(var pod, var node, var plan) -> volumeWaits.add(pod, node, plan, now);
            case BindOutcome.NotProvided(var pod, var plan) -> {
                chooser.release(plan);
                giveBack(pod, now);
            }
            case BindOutcome.PushedOut(var pod) -> queue.release(pod.key());
            case BindOutcome.NotEvicted(var pod) -> {
                endNomination(pod.pod().pod());
                queue.releaseToRetry(pod.key());
            }
        }
    }

    /// The pod did not come to lie where it was assumed.
    private void giveBack(QueuedPod pod, long now) {
        queue.retry(pod, now);
        cluster.forget(pod.key())
                .map(placed -> new ClusterChange.PodRemoved(placed.pod(), placed.node()))
                .ifPresent(this::wake);
        sync.pod(pod.key(), now);
    }

    private void bindThoseWithVolumes(long now) {
        for (VolumeWaits.Over over : volumeWaits.over(this::isAssumed, options.undecided() - undecided, now)) {
            if (over.bound()) {
                decide(new Decision.Bind(over.pod(), over.node()));
            } else {
                giveBack(over.pod(), now);
            }
        }
    }

    private boolean isAssumed(QueuedPod pod) {
        return cluster.placed(pod.key())
                .filter(placed -> placed.assumed()
                        && placed.pod().uid().equals(pod.pod().pod().uid()))
                .isPresent();
    }

    private void wake(ClusterChange change) {
        queue.changed(change, Room.madeBy(change, cluster, profiles), env.monotonicNanos());
    }

    // ---- placing -----------------------------------------------------------------------------------------------

    /// Places pods as long as there are some and the binders keep up, over the cluster as it was taken in.
    private boolean placeSome() {
        boolean any = false;
        while (undecided < options.undecided()) {
            Optional<QueuedPod> next = queue.next(env.monotonicNanos());
            if (next.isEmpty()) {
                break;
            }
            any = true;
            QueuedPod pod = next.get();
            if (!alone(pod.key(), () -> place(pod))) {
                giveBack(pod, env.monotonicNanos());
            }
        }
        return any;
    }

    private void place(QueuedPod queued) {
        NodePicker picker = profiles.of(queued.pod());
        switch (picker.pick(queued.pod())) {
            case Choice.Found(var node) -> settleOn(queued, node);
            case Choice.NoneFits(var diagnosis) -> makeRoom(queued, diagnosis, picker);
        }
    }

    private void settleOn(QueuedPod queued, NodeInfo node) {
        PodInfo pod = queued.pod().pod();
        VolumeBindings plan = chooser.plan(pod, node.facts())
                .orElseThrow(() -> new IllegalStateException("node " + node + " has no volumes for pod " + pod));
        cluster.nominations().remove(pod.key());
        cluster.assume(pod, node.name());
        if (plan.isNothing()) {
            decide(new Decision.Bind(queued, node.name()));
        } else {
            chooser.reserve(plan);
            decide(new Decision.Provide(queued, node.name(), plan));
        }
    }

    private void makeRoom(QueuedPod queued, Diagnosis diagnosis, NodePicker picker) {
        long now = env.monotonicNanos();
        PodInfo pod = queued.pod().pod();
        switch (preemptor.preempt(queued.pod(), diagnosis, picker)) {
            case Verdict.Evict(var node, var victims) -> {
                List<PodInfo> demoted = demote(node, pod);
                cluster.nominations().put(pod, node);
                queue.hold(queued, diagnosis.plugins(), now);
                decide(new Decision.Evict(queued, diagnosis.message(""), node, victims, demoted));
            }
            case Verdict.NotNow(var why) -> {
                queue.sleep(queued, diagnosis.plugins(), now);
                decide(new Decision.Explain(queued, diagnosis.message(why), new Nomination.Unchanged()));
            }
            case Verdict.Useless(var why) -> {
                queue.sleep(queued, diagnosis.plugins(), now);
                endNomination(pod);
                decide(new Decision.Explain(queued, diagnosis.message(why), new Nomination.Node("")));
            }
        }
    }

    /// Less important pods that waited for the same node look for another.
    private List<PodInfo> demote(String node, PodInfo pod) {
        List<PodInfo> demoted = cluster.nominations().on(node).stream()
                .filter(other -> other.priority() < pod.priority())
                .toList();
        for (PodInfo other : demoted) {
            cluster.nominations().remove(other.key());
            queue.wake(other.key(), env.monotonicNanos());
        }
        return demoted;
    }

    private void endNomination(PodInfo pod) {
        cluster.nominations()
                .remove(pod.key())
                .flatMap(cluster::node)
                .ifPresent(node -> wake(new ClusterChange.PodRemoved(pod, node)));
    }

    private void decide(Decision decision) {
        undecided++;
        binder.submit(decision);
    }

    private Duration untilNextTime() {
        if (undecided >= options.undecided()) {
            return IDLE; // The next outcome rings the bell.
        }
        long soonest = LongStream.concat(queue.nextTime().stream(), volumeWaits.nextTime().stream())
                .min()
                .orElse(Long.MAX_VALUE);
        return soonest == Long.MAX_VALUE ? IDLE : Duration.ofNanos(Math.max(0, soonest - env.monotonicNanos()));
    }
}
