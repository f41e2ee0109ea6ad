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
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.reconcile.event.ObjectReference;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.queue.QueuedPod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Writes decisions to the API, several at a time, so that the scheduler's task never waits for a write and the store
/// can commit many at once. Every decision has exactly one outcome.
final class Binder {
    private static final Duration IDLE = Duration.ofHours(1);
    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final int READS = 10;
    private static final int LONGEST_NOTE = 1024;

    private final Env env;
    private final Client client;
    private final Informer<Pod> pods;
    private final EventRecorder events;
    private final Inbox inbox;
    private final WriteOptions options;
    private final BoundedQueue<Decision> decisions;
    private final List<Task> tasks = new ArrayList<>();

    Binder(
            Env env,
            Client client,
            Informer<Pod> pods,
            EventRecorder events,
            Inbox inbox,
            SchedulerOptions schedulerOptions) {
        this.env = env;
        this.client = client;
        this.pods = pods;
        this.events = events;
        this.inbox = inbox;
        this.options = WriteOptions.as("kube-scheduler");
        this.decisions = env.queue(schedulerOptions.undecided());
    }

    void start(int count) {
        for (int i = 0; i < count; i++) {
            tasks.add(env.start("binder-" + i, TaskKind.LIGHT, this::run));
        }
    }

    /// The caller never has more decisions under way than there is room for.
    void submit(Decision decision) {
        if (!decisions.offer(decision)) {
            throw new IllegalStateException("more decisions under way than agreed: " + decisions.size());
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
                inbox.outcome(write(decision.get()));
            }
        }
    }

    private Outcome write(Decision decision) {
        return switch (decision) {
            case Decision.Bind(var pod, var node) -> bind(pod, node);
            case Decision.Explain(var pod, var why) -> explain(pod, why);
        };
    }

    private Outcome bind(QueuedPod queued, String node) {
        PodInfo pod = queued.pod().pod();
        JsonObject binding = new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "Binding")
                .put(
                        "metadata",
                        new JsonObject()
                                .put("name", pod.key().name())
                                .put("namespace", pod.key().namespace())
                                .put("uid", pod.uid()))
                .put("target", new JsonObject().put("kind", "Node").put("name", node));
        try {
            client.create(target(pod).subresource("binding"), new Body.Tree(binding), options);
        } catch (ApiException e) {
            if (!leavesInDoubt(e.error()) || !boundAfterAll(pod, node)) {
                return new Outcome.NotBound(queued);
            }
        }
        events.record(
                reference(pod), EventRecorder.Type.NORMAL, "Scheduled", "Successfully assigned " + pod + " to " + node);
        return new Outcome.Done();
    }

    private static boolean leavesInDoubt(ApiError error) {
        return error instanceof ApiError.Timeout
                || error instanceof ApiError.Unavailable
                || error instanceof ApiError.Internal;
    }

    /// Reads what became of a write whose outcome is not known. Until that is clear the pod keeps its place on the
    /// node:
    /// to give it away while the binding may stand would overcommit the node.
    private boolean boundAfterAll(PodInfo pod, String node) {
        for (int read = 0; read < READS; read++) {
            env.sleep(BETWEEN_READS);
            try {
                Stored now = client.get(target(pod));
                return now.header().uid().equals(pod.uid())
                        && node.equals(now.header().fields().get("spec.nodeName"));
            } catch (ApiException e) {
                if (!leavesInDoubt(e.error())) {
                    return false;
                }
            }
        }
        return false;
    }

    private Outcome explain(QueuedPod queued, String why) {
        PodInfo pod = queued.pod().pod();
        String note = why.length() <= LONGEST_NOTE ? why : why.substring(0, LONGEST_NOTE - 4) + " ...";
        events.record(reference(pod), EventRecorder.Type.WARNING, "FailedScheduling", note);
        Optional<Pod> current = pods.find(pod.key());
        if (current.isPresent() && !saysAlready(current.get(), pod, why)) {
            try {
                client.patch(
                        target(pod).subresource("status"),
                        PatchType.STRATEGIC,
                        new Body.Tree(condition(current.get(), pod, why)),
                        options);
            } catch (ApiException e) {
                return new Outcome.Done(); // The next attempt says it again.
            }
        }
        return new Outcome.Done();
    }

    private static boolean saysAlready(Pod current, PodInfo pod, String why) {
        return scheduled(current)
                .filter(condition -> "False".equals(condition.getStatus())
                        && "Unschedulable".equals(condition.getReason())
                        && why.equals(condition.getMessage())
                        && Objects.equals(condition.getObservedGeneration(), pod.generation()))
                .isPresent();
    }

    private JsonObject condition(Pod current, PodInfo pod, String why) {
        String transition = scheduled(current)
                .filter(condition -> "False".equals(condition.getStatus()))
                .map(PodCondition::getLastTransitionTime)
                .orElseGet(() -> Timestamps.seconds(env.wallTime()));
        JsonObject condition = new JsonObject()
                .put("type", "PodScheduled")
                .put("observedGeneration", pod.generation())
                .put("status", "False")
                .put("lastTransitionTime", transition)
                .put("reason", "Unschedulable")
                .put("message", why);
        return new JsonObject()
                .put("metadata", new JsonObject().put("uid", pod.uid()))
                .put("status", new JsonObject().put("conditions", JsonArray.of(condition)));
    }

    private static Optional<PodCondition> scheduled(Pod pod) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals("PodScheduled"))
                        .findFirst();
    }

    private Target target(PodInfo pod) {
        return pods.typed().object(pod.key());
    }

    private ObjectReference reference(PodInfo pod) {
        String revision = pods.objects()
                .find(pod.key())
                .map(stored -> Long.toString(stored.revision()))
                .orElse("");
        return new ObjectReference("v1", "Pod", pod.key().namespace(), pod.key().name(), pod.uid(), revision, "");
    }
}
