package dev.setpoint.apiserver.registry.watch;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.registry.read.SelectionPredicate;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.Change;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One watch: first, if asked for, what is there now; then every change that its selection sees.
///
/// It holds no events back: each batch is read from the shared log when the last one has been written. Whoever is too
/// slow finds its place gone: the watch fails.
public final class WatchStream implements EventStream {
    private static final int BATCH = 256;
    private static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);

    private final Env env;
    private final Cursor cursor;
    private final SelectionPredicate selection;
    private final WatchedResource watched;
    private final boolean bookmarks;
    private final long endNanos;
    private Iterator<Stored> initial = Collections.emptyIterator();
    private long initialRevision = -1;
    private long bookmarkNanos;
    private boolean ended;

    WatchStream(
            Env env,
            Cursor cursor,
            SelectionPredicate selection,
            WatchedResource watched,
            boolean bookmarks,
            long endNanos) {
        this.env = env;
        this.cursor = cursor;
        this.selection = selection;
        this.watched = watched;
        this.bookmarks = bookmarks;
        this.endNanos = endNanos;
        this.bookmarkNanos = env.monotonicNanos() + BOOKMARK_INTERVAL.toNanos();
    }

    /// Sends these objects first, as if they had just been added, and then says at which revision they were true.
    void beginWith(Iterator<Stored> objects, long revision) {
        initial = objects;
        initialRevision = revision;
    }

    @Override
    public Optional<List<WatchEvent>> next(Duration deadline) {
        if (ended) {
            return Optional.empty();
        }
        if (initialRevision >= 0) {
            List<WatchEvent> events = initialEvents();
            if (!events.isEmpty()) {
                return Optional.of(events);
            }
        }
        long now = env.monotonicNanos();
        if (now - endNanos >= 0 || watched.outdated()) {
            ended = true;
            return Optional.empty();
        }
        try {
            Cursor.Batch batch = cursor.next(BATCH, shortest(deadline, now));
            if (watched.outdated()) {
                ended = true; // What came since may be in a form that this watch does not know: begin another.
                return Optional.empty();
            }
            return Optional.of(changes(batch));
        } catch (ExpiredException e) {
            ended = true;
            throw new ApiException(Watching.tooOld(e));
        }
    }

    @Override
    public boolean listen(Runnable listener) {
        if (!watched.asStored()) {
            return false;
        }
        cursor.listen(listener);
        return true;
    }

    @Override
    public void close() {
        ended = true;
        cursor.close();
    }

    private Duration shortest(Duration deadline, long now) {
        long nanos = Math.min(deadline.toNanos(), endNanos - now);
        if (bookmarks) {
            nanos = Math.min(nanos, Math.max(0, bookmarkNanos - now));
        }
        return Duration.ofNanos(nanos);
    }

    private List<WatchEvent> initialEvents() {
        List<WatchEvent> events = new ArrayList<>();
        while (initial.hasNext() && events.size() < BATCH) {
            Stored object = initial.next();
            if (selection.matches(object)) {
                events.add(new WatchEvent.Added(watched.view().of(object)));
            }
        }
        if (!initial.hasNext()) {
            if (bookmarks) {
                events.add(new WatchEvent.Bookmark(watched.view().bookmark(initialRevision, true)));
            }
            initialRevision = -1;
        }
        return events;
    }

    private List<WatchEvent> changes(Cursor.Batch batch) {
        List<WatchEvent> events = new ArrayList<>(batch.changes().size());
        for (Change change : batch.changes()) {
            WatchEvent event = event(change);
            if (event != null) {
                events.add(event);
            }
        }
        if (bookmarks && env.monotonicNanos() - bookmarkNanos >= 0) {
            bookmarkNanos = env.monotonicNanos() + BOOKMARK_INTERVAL.toNanos();
            events.add(new WatchEvent.Bookmark(watched.view().bookmark(batch.revision(), false)));
        }
        return events;
    }

    /// An object that begins to match is added for this watcher, one that ceases to match is deleted for it.
    private @Nullable WatchEvent event(Change change) {
        Stored before = selected(change.before());
        Stored after = selected(change.after());
        if (after != null) {
            Stored seen = watched.view().of(after);
            return before == null ? new WatchEvent.Added(seen) : new WatchEvent.Modified(seen);
        }
        return before == null ? null : new WatchEvent.Deleted(watched.view().of(before.at(change.revision())));
    }

    private @Nullable Stored selected(@Nullable Stored kept) {
        if (kept == null) {
            return null;
        }
        Stored present = watched.storageForm().present(kept);
        return selection.matches(present) ? present : null;
    }
}
