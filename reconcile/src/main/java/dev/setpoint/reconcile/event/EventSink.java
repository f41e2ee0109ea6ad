package dev.setpoint.reconcile.event;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes Events from every recorder of a process into a bounded queue, and writes them in one task.
///
/// When the server cannot be reached everything waits for it here, for two minutes at the most for each
/// Event; what does not fit into the queue meanwhile is dropped and counted.
public final class EventSink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventSink.class);
    private static final GroupVersionResource EVENTS = new GroupVersionResource("", "v1", "events");
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    /// What the kubelets have to tell of a rollout of some 5,000 pods. It is written one after the other, so that the
    /// news of a crowd takes little from the crowd itself, and comes some time later.
    private static final int QUEUED = 16_384;

    private static final int TRIES = 12;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofHours(1);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Env env;
    private final Client client;
    private final BoundedQueue<Event> queue;
    private final Correlator correlator = new Correlator();
    /// The time in the newest name: rises even when the clock stands still or goes back.
    private final AtomicLong nameNanos = new AtomicLong();

    private final Counter recorded;
    private final Counter dropped;
    private @Nullable Task task;

    public EventSink(Env env, Client client, Metrics metrics) {
        this(env, client, metrics, QUEUED);
    }

    /// @param queued how many Events may wait
    EventSink(Env env, Client client, Metrics metrics, int queued) {
        this.env = env;
        this.client = client;
        this.queue = env.queue(queued);
        this.recorded = metrics.counter("event_recorder_recorded_total", "Total number of events written");
        this.dropped = metrics.counter(
                "event_recorder_dropped_total", "Total number of events dropped: too many, or refused by the server");
    }

    /// @param host the node that it speaks from, or empty
    public EventRecorder recorder(String component, String host) {
        Event.Source source = new Event.Source(component, host);
        return (regarding, type, reason, message) -> {
            Instant now = env.wallTime();
            Event event = new Event(name(regarding, now), regarding, type, reason, message, source, now, now, 1);
            if (!queue.offer(event)) {
                dropped.increment();
            }
        };
    }

    public void start() {
        task = env.start("events", TaskKind.LIGHT, this::run);
    }

    /// Writes what is queued if that goes quickly, and drops the rest.
    @Override
    public void close() {
        queue.close();
        if (task != null && !task.join(GRACE)) {
            task.cancel();
            task.join(GRACE);
        }
    }

    private void run() {
        while (true) {
            Optional<Event> next = queue.take(POLL);
            if (next.isPresent()) {
                write(next.get());
            } else if (queue.closed()) {
                return;
            }
        }
    }

    private void write(Event event) {
        var verdict = correlator.judge(event, env.monotonicNanos(), () -> name(event.regarding(), event.last()));
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                switch (verdict) {
                    case Correlator.Verdict.Drop() -> dropped.increment();
                    case Correlator.Verdict.Create(var created) -> create(created);
                    case Correlator.Verdict.CountUp(var counted) -> countUp(counted);
                }
                return;
            } catch (ApiException e) {
                // Anything that is not temporary is wrong with the Event or its namespace.
                if (!e.error().temporary() || attempt == TRIES) {
                    log.debug("event {} {} is lost: {}", event.reason(), event.regarding(), e.getMessage());
                    dropped.increment();
                    return;
                }
                // Jitter on the first, so that all who lost the server do not come back together.
                double share = attempt == 1 ? env.random().nextDouble() : 1;
                env.sleep(Duration.ofNanos((long) (BETWEEN_TRIES.toNanos() * share)));
            }
        }
    }

    private void create(Event event) {
        client.create(
                Target.collection(EVENTS, event.namespace()), new Body.Tree(event.toJson()), WriteOptions.DEFAULT);
        recorded.increment();
    }

    private void countUp(Event event) {
        Target target = Target.object(EVENTS, event.namespace(), event.name());
        try {
            client.patch(target, PatchType.MERGE, new Body.Tree(event.toPatch()), WriteOptions.DEFAULT);
            recorded.increment();
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
            create(event); // It has expired, or never arrived.
        }
    }

    private String name(ObjectReference regarding, Instant now) {
        long wall = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        long nanos = nameNanos.updateAndGet(last -> Math.max(last + 1, wall));
        String name = regarding.name() + "." + Long.toHexString(nanos);
        // Objects of some kinds have names that Events must not have: `system:node`.
        boolean valid = name.length() <= 253 && NAME.matcher(name).matches();
        return valid ? name : new UUID(env.random().nextLong(), env.random().nextLong()).toString();
    }
}
