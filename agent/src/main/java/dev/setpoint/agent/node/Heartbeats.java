package dev.setpoint.agent.node;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registers the nodes and keeps them alive: a Lease every ten seconds, the status every five minutes or
/// when somebody said something else.
///
/// Each node has one timer; when it rings, one of a few workers writes for that node. The timers of many nodes
/// ring in bunches, so that the store syncs their Leases together. A node that is deleted stays away until the
/// agent starts again, as with a kubelet.
public final class Heartbeats {
    private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);
    private static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration STATUS = Duration.ofMinutes(5);
    private static final Duration IDLE = Duration.ofHours(1);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final double JITTER = 0.04;
    /// With so many nodes their Leases are a steady load, of which single syncs would be a third.
    private static final int MANY = 100;

    private static final Duration BUNCH = Duration.ofMillis(250);
    private static final WriteOptions OPTIONS = WriteOptions.as("kubelet");

    private final Env env;
    private final Informer<Node> nodes;
    private final Typed<Node> typed;
    private final NodeObjects objects;
    private final List<Heart> hearts = new ArrayList<>();
    private final BoundedQueue<Heart> due;
    private final List<Task> workers = new ArrayList<>();

    /// What is known of one node between its heartbeats; all of it can be read again.
    private static final class Heart {
        final SimulatedNode node;
        final Client client;

        @Nullable
        NodeLease lease;

        long seenRevision;
        long reportedNanos;

        Heart(SimulatedNode node, Client client) {
            this.node = node;
            this.client = client;
        }
    }

    /// @param clients through which each node speaks, by its name
    public Heartbeats(
            Env env, Loops loops, Collection<SimulatedNode> nodes, Map<String, Client> clients, NodeOptions options) {
        this.env = env;
        this.nodes = loops.informer(Node.class);
        this.typed = this.nodes.typed();
        this.objects = new NodeObjects(options);
        nodes.forEach(node -> hearts.add(new Heart(node, Objects.requireNonNull(clients.get(node.name())))));
        this.due = env.queue(Math.max(1, hearts.size()));
    }

    /// @param count workers
    public void start(int count) {
        hearts.forEach(this::ring);
        for (int i = 0; i < Math.min(count, hearts.size()); i++) {
            workers.add(env.start("heartbeat-" + i, TaskKind.LIGHT, this::work));
        }
    }

    public void close() {
        due.close();
        workers.forEach(worker -> worker.join(GRACE));
        workers.forEach(Task::cancel);
    }

    /// A node waits here at most once, so there is room for it, unless the queue is closed.
    @SuppressWarnings("CheckReturnValue")
    private void ring(Heart heart) {
        due.offer(heart);
    }

    private void work() {
        while (!due.closed()) {
            Optional<Heart> heart = due.take(IDLE);
            if (heart.isPresent()) {
                Duration pause = beat(heart.get());
                env.after(bunched(pause), () -> ring(heart.get()));
            }
        }
    }

    /// Until the next moment that many nodes share.
    private Duration bunched(Duration pause) {
        if (hearts.size() < MANY) {
            return pause;
        }
        long planned = env.monotonicNanos() + pause.toNanos();
        return pause.plusNanos(BUNCH.toNanos() - Math.floorMod(planned, BUNCH.toNanos()));
    }

    /// @return how long until the next one
    private Duration beat(Heart heart) {
        try {
            if (heart.lease == null) {
                heart.lease = new NodeLease(heart.client, heart.node.name(), register(heart));
                heart.lease.renew(env.wallTime());
                return spread(RENEWAL); // The nodes' heartbeats are not to come all at once.
            }
            heart.lease.renew(env.wallTime());
            report(heart);
            return RENEWAL.plusNanos(
                    (long) (RENEWAL.toNanos() * JITTER * env.random().nextDouble()));
        } catch (ApiException e) {
            log.warn("node {} could not report: {}", heart.node.name(), e.getMessage());
            return RETRY;
        }
    }

    private Duration spread(Duration longest) {
        return Duration.ofNanos((long) (longest.toNanos() * env.random().nextDouble()));
    }

    /// @return the uid of the node
    private String register(Heart heart) {
        heart.reportedNanos =
                env.monotonicNanos() - (long) (STATUS.toNanos() * env.random().nextDouble() / 2);
        Node node = objects.node(heart.node, env.wallTime());
        try {
            return heart.client
                    .create(typed.collection(""), typed.encode(node), OPTIONS)
                    .header()
                    .uid();
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
            return takeUp(heart);
        }
    }

    /// The node was there before: labels that it should have are put back, everything that others set stays.
    private String takeUp(Heart heart) {
        Target target = typed.object(ObjectKey.cluster(heart.node.name()));
        Stored stored = heart.client.get(target);
        JsonObject missing = new JsonObject();
        objects.labels(heart.node).forEach((label, value) -> {
            if (!value.equals(stored.header().labels().get(label))) {
                missing.put(label, value);
            }
        });
        Stored current = missing.isEmpty()
                ? stored
                : heart.client.patch(
                        target,
                        PatchType.MERGE,
                        new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("labels", missing))),
                        OPTIONS);
        writeStatus(heart, typed.decode(current));
        return current.header().uid();
    }

    private void report(Heart heart) {
        Optional<Stored> stored = nodes.objects().find(ObjectKey.cluster(heart.node.name()));
        if (stored.isEmpty()) {
            return;
        }
        boolean overdue = env.monotonicNanos() - heart.reportedNanos >= STATUS.toNanos();
        boolean changed = stored.get().revision() != heart.seenRevision;
        if (overdue || (changed && !isHealthy(typed.decode(stored.get())))) {
            writeStatus(heart, typed.decode(stored.get()));
        }
        heart.seenRevision = stored.get().revision();
    }

    private static boolean isHealthy(Node node) {
        return node.getStatus() != null && NodeObjects.isHealthy(node.getStatus());
    }

    /// Holds only for the node that was seen: the lists in it are replaced whole.
    private void writeStatus(Heart heart, Node seen) {
        NodeStatus before = seen.getStatus() == null ? new NodeStatus() : seen.getStatus();
        Node patch = new NodeBuilder()
                .withNewMetadata()
                .withUid(seen.getMetadata().getUid())
                .withResourceVersion(seen.getMetadata().getResourceVersion())
                .endMetadata()
                .withStatus(objects.status(heart.node, before, env.wallTime()))
                .build();
        heart.client.patch(typed.target(seen).subresource("status"), PatchType.MERGE, typed.encode(patch), OPTIONS);
        heart.reportedNanos = env.monotonicNanos();
    }
}
