package dev.setpoint.apiserver.events;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away what has not been written for an hour.
///
/// Once a minute it notes which revision the store has reached. An Event whose revision is not above the one of an hour
/// ago has not been written since: that needs no look into it. Only what was there before the start is read, once, for
/// the time of its last write.
///
/// Each of several servers over one store does so, and none has to lead: a deletion holds only for the revision that
/// was
/// looked at.
public final class EventExpiry implements AutoCloseable {
    static final Duration LIFE = Duration.ofHours(1);
    static final Duration BETWEEN = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(EventExpiry.class);
    private static final String EVENTS = "events";
    private static final Duration STOP = Duration.ofSeconds(1);

    private final Env env;
    private final Store store;
    /// Which revision had been reached at which time, for the last hour. Used by the one task.
    private final NavigableMap<Instant, Long> reached = new TreeMap<>();

    private volatile @Nullable Task task;

    public EventExpiry(Env env, Store store) {
        this.env = env;
        this.store = store;
    }

    public void start() {
        task = env.start("event-expiry", TaskKind.DEDICATED, this::run);
    }

    @Override
    public void close() {
        Task running = task;
        if (running != null) {
            running.cancel();
            running.join(STOP);
        }
    }

    private void run() {
        recall();
        while (true) {
            sweep();
            env.sleep(BETWEEN);
        }
    }

    /// Events tell when they were written, and so which revision had been reached at that time.
    private void recall() {
        store.snapshot()
                .iterate(EVENTS, "")
                .forEachRemaining(
                        event -> written(event).ifPresent(time -> reached.merge(time, event.revision(), Math::max)));
    }

    /// By the times that the server itself has set.
    private static Optional<Instant> written(Stored event) {
        JsonObject metadata = CompactReader.object(event.bytes()).child("metadata");
        JsonArray managed = metadata.array("managedFields");
        return Stream.concat(
                        Stream.of(metadata.textOr("creationTimestamp", "")),
                        managed == null
                                ? Stream.of()
                                : managed.objects().stream().map(entry -> entry.textOr("time", "")))
                .flatMap(time -> Timestamps.parse(time).stream())
                .max(Instant::compareTo);
    }

    private void sweep() {
        Snapshot snapshot = store.snapshot();
        Instant now = env.wallTime();
        reached.merge(now, snapshot.revision(), Math::max);
        Map.Entry<Instant, Long> due = reached.floorEntry(now.minus(LIFE));
        if (due == null) {
            return;
        }
        snapshot.iterate(EVENTS, "").forEachRemaining(event -> {
            if (event.revision() <= due.getValue()) {
                delete(event);
            }
        });
        reached.headMap(due.getKey(), false).clear();
    }

    /// Unless it has just been written again. What cannot be deleted now will be in a minute.
    private void delete(Stored event) {
        try {
            store.commit(new Commit(
                    List.of(new Commit.Condition(event.key(), event.revision())),
                    List.of(new Commit.Delete(event.key()))));
        } catch (UnavailableException e) {
            log.info("{} stays for another minute: {}", event.key(), e.getMessage());
        }
    }
}
