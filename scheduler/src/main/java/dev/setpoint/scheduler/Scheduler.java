package dev.setpoint.scheduler;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.scheduler.cluster.Cluster;
import dev.setpoint.scheduler.plugin.ClusterChange;
import dev.setpoint.scheduler.plugin.NodePicker;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.plugin.Profile;
import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.queue.SchedulingQueue;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The loop of the scheduler: look at what changed, place the pods that can be placed, wait.
///
///     Loops loops = new Loops(env, client, metrics);
///     Scheduler scheduler = new Scheduler(env, loops, SchedulerOptions.DEFAULT);
///     loops.start();
///     scheduler.start();
public final class Scheduler implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofHours(1);

    private final Env env;
    private final Loops loops;
    private final SchedulerOptions options;
    private final Inbox inbox;
    private final Binder binder;
    private final Cluster cluster = new Cluster();
    private final SchedulingQueue queue;
    private final NodePicker picker;
    private final ClusterSync sync;
    private int undecided;
    private @Nullable Task task;

    public Scheduler(Env env, Loops loops, SchedulerOptions options) {
        this.env = env;
        this.loops = loops;
        this.options = options;
        Informer<Pod> pods = loops.informer(Pod.class);
        Informer<Node> nodes = loops.informer(Node.class);
        Profile profile = Profile.standard(new WorkloadSiblings(loops));
        this.inbox = new Inbox(env);
        this.binder = new Binder(env, loops.client(), pods, loops.events(options.name()), inbox, options);
        this.queue = new SchedulingQueue(profile.filters());
        this.picker = new NodePicker(cluster, profile, env.random());
        this.sync = new ClusterSync(pods, nodes, options.name(), cluster, queue, this::wake);
        pods.onChange(change -> inbox.pod(change.key()));
        nodes.onChange(change -> inbox.node(change.key()));
    }

    public void start() {
        binder.start(options.binders());
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

    private boolean absorb() {
        Inbox.Content content = inbox.take();
        long now = env.monotonicNanos();
        content.nodes().forEach(sync::node);
        content.pods().forEach(key -> sync.pod(key, now));
        content.outcomes().forEach(outcome -> settle(outcome, now));
        return !content.isEmpty();
    }

    private void settle(Outcome outcome, long now) {
        undecided--;
        switch (outcome) {
            case Outcome.Done() -> {}
            case Outcome.NotBound(var pod) -> {
                queue.retry(pod, now);
                cluster.forget(pod.key())
                        .map(placed -> new ClusterChange.PodRemoved(placed.pod(), placed.node()))
                        .ifPresent(this::wake);
                sync.pod(pod.key(), now);
            }
        }
    }

    private void wake(ClusterChange change) {
        queue.changed(change, Room.madeBy(change, cluster, picker), env.monotonicNanos());
    }

    /// Places pods as long as there are some and the binders keep up, over the cluster as it was taken in.
    private boolean placeSome() {
        boolean any = false;
        while (undecided < options.undecided()) {
            Optional<QueuedPod> next = queue.next(env.monotonicNanos());
            if (next.isEmpty()) {
                break;
            }
            any = true;
            place(next.get());
        }
        return any;
    }

    private void place(QueuedPod queued) {
        switch (picker.pick(queued.pod())) {
            case Choice.Found(var node) -> {
                cluster.assume(queued.pod().pod(), node.name());
                decide(new Decision.Bind(queued, node.name()));
            }
            case Choice.NoneFits(var diagnosis) -> {
                queue.sleep(queued, diagnosis.plugins(), env.monotonicNanos());
                decide(new Decision.Explain(queued, diagnosis.message(Preemption.explain(queued.pod(), diagnosis))));
            }
        }
    }

    private void decide(Decision decision) {
        undecided++;
        binder.submit(decision);
    }

    private Duration untilNextTime() {
        OptionalLong time = queue.nextTime();
        if (time.isEmpty() || undecided >= options.undecided()) {
            return IDLE; // The next outcome rings the bell.
        }
        return Duration.ofNanos(Math.max(0, time.getAsLong() - env.monotonicNanos()));
    }
}
