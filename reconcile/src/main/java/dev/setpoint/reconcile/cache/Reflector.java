package dev.setpoint.reconcile.cache;

import dev.setpoint.base.Backoff;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one collection: lists it, then watches from that revision on.
///
/// A watch that ends is opened again at the last revision seen; only when the server no longer has that
/// revision is the collection listed anew. Events at or below the last revision were seen before and are
/// dropped: within one kind revisions only rise.
final class Reflector {
    private static final Logger log = LoggerFactory.getLogger(Reflector.class);
    private static final int PAGE = 10_000;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));
    /// A watch that held for this long, or brought anything, was a good one.
    private static final Duration HEALTHY = Duration.ofSeconds(5);

    private static final long NOTHING_LISTED = -1;

    /// Where the collection arrives. Called by the reflector's task alone.
    interface Sink {
        /// The whole collection at a revision.
        void replace(List<Stored> objects, long revision);

        /// The next events, and the revision up to which everything has now been seen.
        void apply(List<WatchEvent> events, long revision);

        /// Called between events, at least as often as it asks for.
        ///
        /// @return when it wants to be called again, at the latest
        Duration idle();
    }

    private final Env env;
    private final Client client;
    private final Target collection;
    private final Sink sink;
    private final ReflectorMetrics metrics;
    private long revision = NOTHING_LISTED;
    private int failures;
    private long openedNanos;

    Reflector(Env env, Client client, Target collection, Sink sink, ReflectorMetrics metrics) {
        this.env = env;
        this.client = client;
        this.collection = collection;
        this.sink = sink;
        this.metrics = metrics;
    }

    /// Until the task is cancelled.
    void run() {
        while (true) {
            if (failures > 0) {
                env.sleep(BACKOFF.after(failures, env.random()));
            }
            failures++;
            try {
                if (revision == NOTHING_LISTED) {
                    list();
                }
                watch();
            } catch (WatchClosedException e) {
                log.debug("watch of {} ended: {}", collection.resource(), e.getMessage());
                if (env.monotonicNanos() - openedNanos > HEALTHY.toNanos()) {
                    failures = 0;
                }
            } catch (ApiException e) {
                failed(e);
            } catch (CancellationException e) {
                throw e;
            } catch (RuntimeException e) {
                // A defect of the client, or of ours: nobody would notice an informer that is no more.
                log.error("following {} failed (attempt {})", collection.resource(), failures, e);
                revision = NOTHING_LISTED;
            }
        }
    }

    private void failed(ApiException e) {
        switch (e.error()) {
            // The server may have gone back behind what we saw, as after a restore: the place means nothing to it.
            case ApiError.Expired _, ApiError.RevisionTooLarge _ -> {
                log.debug("{} is listed again: {}", collection.resource(), e.getMessage());
                metrics.expired.increment();
                revision = NOTHING_LISTED;
            }
            default -> log.warn("cannot follow {} (attempt {}): {}", collection.resource(), failures, e.getMessage());
        }
    }

    private void list() {
        metrics.lists.increment();
        ObjectList whole = wholeList(client, collection);
        sink.replace(whole.items(), whole.revision());
        revision = whole.revision();
    }

    /// All pages. They are of one revision, because the continue token carries it.
    static ObjectList wholeList(Client client, Target collection) {
        ObjectList page = client.list(collection, new ListOptions("", "", PAGE, "", ""));
        if (page.continueToken().isEmpty()) {
            return page;
        }
        List<Stored> items = new ArrayList<>(page.items());
        while (!page.continueToken().isEmpty()) {
            page = client.list(collection, new ListOptions("", "", PAGE, page.continueToken(), ""));
            items.addAll(page.items());
        }
        return new ObjectList(page.revision(), items, "");
    }

    private void watch() {
        metrics.watches.increment();
        openedNanos = env.monotonicNanos();
        try (Watch watch = client.watch(collection, WatchOptions.from(revision))) {
            while (true) {
                List<WatchEvent> events = watch.next(sink.idle());
                if (!events.isEmpty()) {
                    take(events);
                    failures = 0;
                }
            }
        }
    }

    private void take(List<WatchEvent> events) {
        List<WatchEvent> fresh = new ArrayList<>(events.size());
        for (WatchEvent event : events) {
            if (event.revision() > revision) {
                revision = event.revision();
                fresh.add(event);
            }
        }
        if (!fresh.isEmpty()) {
            metrics.events.add(fresh.size());
            sink.apply(fresh, revision);
        }
    }
}
