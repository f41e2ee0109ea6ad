package dev.setpoint.scheduler;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.reconcile.event.ObjectReference;
import dev.setpoint.scheduler.Decision.Nomination;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.plugin.ProfileOptions;
import dev.setpoint.scheduler.queue.QueuedPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes decisions to the API, several at a time, so that the scheduler's task never waits for a write and the store
/// can commit many at once. Every decision has exactly one outcome, whatever goes wrong.
final class Binder {
    private static final Logger log = LoggerFactory.getLogger(Binder.class);
    private static final Duration IDLE = Duration.ofHours(1);
    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final int READS = 10;
    private static final int LONGEST_NOTE = 1024;
    static final WriteOptions OPTIONS = WriteOptions.as("kube-scheduler");

    private final Env env;
    private final Client client;
    private final Informer<Pod> pods;
    private final Map<String, EventRecorder> events = new LinkedHashMap<>();
    private final Inbox inbox;
    private final Eviction eviction;
    private final VolumeWrites volumes;
    private final BoundedQueue<Decision> decisions;
    private final int most;
    private final List<Task> tasks = new ArrayList<>();

    Binder(Env env, Loops loops, Informer<Pod> pods, Inbox inbox, SchedulerOptions options) {
        this.env = env;
        this.client = loops.client();
        this.pods = pods;
        this.inbox = inbox;
        for (ProfileOptions profile : options.profiles()) {
            events.put(profile.schedulerName(), loops.events(profile.schedulerName()));
        }
        this.eviction = new Eviction(env, client, pods);
        this.volumes = new VolumeWrites(client);
        this.decisions = env.queue(options.undecided());
        this.most = options.binders();
    }

    /// The caller never has more decisions under way than there is room for. A task more is started as long as one
    /// waits.
    void submit(Decision decision) {
        if (!decisions.offer(decision)) {
            throw new IllegalStateException("more decisions under way than agreed: " + decisions.size());
        }
        if (tasks.size() < most && decisions.size() > 0) {
            tasks.add(env.start("binder-" + tasks.size(), TaskKind.LIGHT, this::run));
        }
    }

    void close(Duration deadline) {
        decisions.close();
        tasks.forEach(task -> task.join(deadline));
        tasks.forEach(Task::cancel);
    }

    private void run() {
        while (!decisions.closed() || decisions.size() > 0) {
            Optional<Decision> decision = decisions.take(IDLE);
            if (decision.isPresent()) {
                inbox.outcome(outcome(decision.get()));
            }
        }
    }

    /// A defect met in one decision is that decision's alone: the others still have to be written.
    private BindOutcome outcome(Decision decision) {
        try {
            return write(decision);
        } catch (CancellationException e) {
            throw e;
        } catch (ApiException e) {
            log.info("{}: not written: {}", decision.pod().key(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("{}: not written", decision.pod().key(), e);
        }
        return failure(decision);
    }

    private static BindOutcome failure(Decision decision) {
        return switch (decision) {
            case Decision.Bind(var pod, var _) -> new BindOutcome.NotBound(pod);
            case Decision.Provide(var pod, var _, var plan) -> new BindOutcome.NotProvided(pod, plan);
            case Decision.Explain _ -> new BindOutcome.Done(); // The next attempt says it again.
            case Decision.Evict(var pod, var _, var _, var _, var _) -> new BindOutcome.NotEvicted(pod);
        };
    }

    private BindOutcome write(Decision decision) {
        return switch (decision) {
            case Decision.Bind(var pod, var node) -> bind(pod, node);
            case Decision.Provide(var pod, var node, var plan) -> {
                volumes.write(plan, node);
                yield new BindOutcome.Provided(pod, node, plan);
            }
            case Decision.Explain(var pod, var why, var nomination) -> {
                explain(pod, why, nomination);
                yield new BindOutcome.Done();
            }
            case Decision.Evict evict -> evict(evict);
        };
    }

    /// The nomination comes first: if this scheduler ends here, the next one finds it. For a pod that is gone or going
    /// nobody has to leave.
    private BindOutcome evict(Decision.Evict decision) {
        QueuedPod pod = decision.pod();
        if (!isWaiting(pod.pod().pod())) {
            return new BindOutcome.NotEvicted(pod);
        }
        explain(pod, decision.why(), new Nomination.Node(decision.node()));
        decision.demoted().forEach(eviction::demote);
        decision.victims().forEach(victim -> eviction.evict(victim, pod.pod(), decision.node(), events(pod)));
        return new BindOutcome.PushedOut(pod);
    }

    private boolean isWaiting(PodInfo pod) {
        return pods.objects()
                .find(pod.key())
                .map(Stored::header)
                .filter(header -> header.uid().equals(pod.uid()) && !header.deleting())
                .isPresent();
    }

    private BindOutcome bind(QueuedPod queued, String node) {
        PodInfo pod = queued.pod().pod();
        try {
            client.create(target(pod).subresource("binding"), new Body.Tree(PodWrites.binding(pod, node)), OPTIONS);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            if (!mayHaveHappened(e) || !boundAfterAll(pod, node)) {
                throw e;
            }
        }
        events(queued)
                .record(
                        reference(pod),
                        EventRecorder.Type.NORMAL,
                        "Scheduled",
                        "Successfully assigned " + pod + " to " + node);
        return new BindOutcome.Done();
    }

    /// Whether a write may have happened although it failed. A defect of ours may have come after it.
    private static boolean mayHaveHappened(RuntimeException failure) {
        return !(failure instanceof ApiException e) || e.error().outcomeUnknown();
    }

    /// Reads what became of a write whose outcome is not known. Until that is clear the pod keeps its place on the
    /// node: to give it away while the binding may stand would overcommit the node.
    private boolean boundAfterAll(PodInfo pod, String node) {
        for (int read = 0; read < READS; read++) {
            env.sleep(BETWEEN_READS);
            try {
                Stored now = client.get(target(pod));
                return now.header().uid().equals(pod.uid())
                        && node.equals(now.header().fields().get("spec.nodeName"));
            } catch (ApiException e) {
                if (e.error().notFound()) {
                    return false; // Any other failure answers nothing.
                }
            }
        }
        return false;
    }

    private void explain(QueuedPod queued, String why, Nomination nomination) {
        PodInfo pod = queued.pod().pod();
        String note = why.length() <= LONGEST_NOTE ? why : why.substring(0, LONGEST_NOTE - 4) + " ...";
        events(queued).record(reference(pod), EventRecorder.Type.WARNING, "FailedScheduling", note);
        pods.find(pod.key())
                .flatMap(current -> PodWrites.waiting(current, pod, why, nomination, env.wallTime()))
                .ifPresent(patch -> client.patch(
                        target(pod).subresource("status"), PatchType.STRATEGIC, new Body.Tree(patch), OPTIONS));
    }

    private EventRecorder events(QueuedPod pod) {
        EventRecorder recorder = events.get(pod.pod().schedulerName());
        if (recorder == null) {
            throw new IllegalStateException("pod " + pod.key() + " is none of ours");
        }
        return recorder;
    }

    private Target target(PodInfo pod) {
        return pods.typed().object(pod.key());
    }

    private ObjectReference reference(PodInfo pod) {
        return reference(pod, pods);
    }

    static ObjectReference reference(PodInfo pod, Informer<Pod> pods) {
        String revision = pods.objects()
                .find(pod.key())
                .map(stored -> Long.toString(stored.revision()))
                .orElse("");
        return new ObjectReference("v1", "Pod", pod.key().namespace(), pod.key().name(), pod.uid(), revision, "");
    }
}
