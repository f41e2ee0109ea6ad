package dev.setpoint.agent.pod;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.agent.node.SimulatedNode;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.reconcile.event.ObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Does for the pods of simulated nodes what [PodLifecycle] says.
public final class PodReconciler implements Reconciler<ObjectKey> {
    private static final WriteOptions OPTIONS = WriteOptions.as("kubelet");
    private static final Duration WAIT_FOR_ADDRESS = Duration.ofSeconds(1);

    private final Supplier<Instant> clock;
    private final Loops loops;
    private final Informer<Pod> pods;
    private final Typed<Pod> typed;
    private final Map<String, SimulatedNode> nodes;
    private final Map<String, Client> clients;
    private final NodeOptions options;
    private final PodAddresses addresses;
    /// Counted only where somebody wants to know.
    private final Optional<Backlog> backlog;

    private final Map<String, EventRecorder> recorders = new ConcurrentHashMap<>();

    /// @param nodes by name
    /// @param clients through which each node writes, by its name
    public PodReconciler(
            Supplier<Instant> clock,
            Loops loops,
            Map<String, SimulatedNode> nodes,
            Map<String, Client> clients,
            NodeOptions options) {
        this.clock = clock;
        this.loops = loops;
        this.pods = loops.informer(Pod.class);
        this.typed = pods.typed();
        this.nodes = nodes;
        this.clients = clients;
        this.options = options;
        this.addresses = new PodAddresses(pods.objects());
        this.backlog = switch (options.reports()) {
            case EACH -> Optional.empty();
            case UNLESS_MANY_WAIT -> Optional.of(new Backlog(this::concerns));
        };
        backlog.ifPresent(pods::onChange);
    }

    public Controller<ObjectKey> controller() {
        return Controller.of(typed)
                .named("kubelet")
                .when(this::concerns)
                .lightWorkers(options.workers())
                .passingEchoes()
                .reconcile(this);
    }

    private boolean concerns(CacheChange change) {
        return !change.deleted() && nodes.containsKey(nodeOf(change.object()));
    }

    static String nodeOf(Stored pod) {
        return pod.header().fields().getOrDefault("spec.nodeName", "");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        backlog.ifPresent(waiting -> waiting.lookedAt(key));
        Optional<PodView> found = pods.objects().find(key).map(PodView::of);
        if (found.isEmpty()) {
            return Outcome.DONE;
        }
        PodView pod = found.get();
        SimulatedNode node = nodes.get(pod.nodeName());
        if (node == null || (pod.mirrors() && !pod.deleting())) {
            return Outcome.DONE;
        }
        Optional<String> address = address(key, pod, node);
        if (address.isEmpty()) {
            return Outcome.checkAgain(WAIT_FOR_ADDRESS);
        }
        PodStep step = pod.mirrors()
                ? new PodStep.Remove(Optional.empty(), List.of()) // No process of its own has to end first.
                : PodLifecycle.step(pod, Behavior.of(pod, usualStart()), node.address(), address.get(), clock.get());
        try {
            return act(step, pod, node);
        } catch (ApiException e) {
            if (e.error().notFound()) {
                return Outcome.DONE;
            }
            throw e;
        }
    }

    private Duration usualStart() {
        return backlog.filter(Backlog::isLong).map(_ -> Duration.ZERO).orElse(options.podStart());
    }

    private Optional<String> address(ObjectKey key, PodView pod, SimulatedNode node) {
        if (!pod.podIp().isEmpty()) {
            return Optional.of(pod.podIp());
        }
        return pod.usesHostNetwork() ? Optional.of(node.address()) : addresses.give(key, pod.uid(), node);
    }

    private Outcome act(PodStep step, PodView pod, SimulatedNode node) {
        return switch (step) {
            case PodStep.Rest(var happenings, var again) -> {
                tell(happenings, pod, node);
                yield outcome(again);
            }
            case PodStep.Report(var status, var happenings, var again) -> {
                write(pod, status);
                tell(happenings, pod, node);
                yield outcome(again);
            }
            case PodStep.Remove(var last, var happenings) -> {
                last.ifPresent(status -> write(pod, status));
                tell(happenings, pod, node);
                remove(pod);
                yield Outcome.DONE;
            }
        };
    }

    private static Outcome outcome(Optional<Duration> again) {
        return again.map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    /// Lists are replaced whole, so the write holds only for the pod that was seen: whoever changed it
    /// meanwhile wins, and the key comes back.
    private void write(PodView pod, JsonObject status) {
        JsonObject patch = new JsonObject()
                .put("metadata", new JsonObject().put("uid", pod.uid()).put("resourceVersion", pod.resourceVersion()))
                .put("status", status);
        Target target = target(pod).subresource("status");
        client(pod).patch(target, PatchType.MERGE, new Body.Tree(patch), OPTIONS);
    }

    private void remove(PodView pod) {
        client(pod)
                .delete(
                        target(pod),
                        new DeleteOptions(
                                DeleteOptions.Propagation.UNSPECIFIED,
                                OptionalLong.of(0),
                                Optional.of(pod.uid()),
                                Optional.empty()));
    }

    private Client client(PodView pod) {
        return Objects.requireNonNull(clients.get(pod.nodeName()));
    }

    private Target target(PodView pod) {
        return typed.object(new ObjectKey(pod.namespace(), pod.name()));
    }

    private void tell(List<Happening> happenings, PodView pod, SimulatedNode node) {
        if (happenings.isEmpty()) {
            return;
        }
        EventRecorder recorder = recorders.computeIfAbsent(node.name(), name -> loops.events("kubelet", name));
        ObjectReference regarding =
                new ObjectReference("v1", "Pod", pod.namespace(), pod.name(), pod.uid(), pod.resourceVersion(), "");
        for (Happening happening : happenings) {
            recorder.record(
                    regarding.part(happening.part()), happening.type(), happening.reason(), happening.message());
        }
    }
}
