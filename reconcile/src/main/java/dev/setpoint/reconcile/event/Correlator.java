package dev.setpoint.reconcile.event;

import dev.setpoint.reconcile.queue.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Keeps a source from flooding the cluster with Events, exactly as client-go does:
///
/// - the same Event again raises the count of the first;
/// - the tenth different message for one object and reason within ten minutes, and those after it, become one
///   Event that says "(combined from similar events): " and the newest message;
/// - a source may write 25 Events about an object at once, then one every five minutes.
///
/// Remembers the 4096 most recently used of each. Used by one task.
final class Correlator {
    static final String COMBINED = "(combined from similar events): ";

    private static final int REMEMBERED = 4096;
    private static final int DIFFERENT_MESSAGES = 10;
    private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
    private static final int BURST = 25;
    private static final Duration REFILL = Duration.ofMinutes(5);

    /// What to do about an Event.
    sealed interface Verdict {
        /// Too many about this object.
        record Drop() implements Verdict {}

        record Create(Event event) implements Verdict {}

        /// It was written before, under this Event's name.
        record CountUp(Event event) implements Verdict {}
    }

    private record ObjectAndSource(ObjectReference object, Event.Source source) {
        /// What the Event is about, whatever the part and the revision.
        static ObjectAndSource of(Event event) {
            ObjectReference regarding = event.regarding();
            return new ObjectAndSource(
                    new ObjectReference(
                            regarding.apiVersion(),
                            regarding.kind(),
                            regarding.namespace(),
                            regarding.name(),
                            regarding.uid(),
                            "",
                            ""),
                    event.source());
        }
    }

    private record Similar(ObjectAndSource about, EventRecorder.Type type, String reason) {}

    /// @param message empty for the Event that combines similar ones
    private record Same(Similar similar, String fieldPath, String message) {}

    private record Messages(Set<String> texts, long lastNanos) {}

    private record Written(String name, Instant first, int count) {}

    private final Map<Similar, Messages> messages = new RecentlyUsed<>();
    private final Map<Same, Written> written = new RecentlyUsed<>();
    private final Map<ObjectAndSource, TokenBucket> budgets = new RecentlyUsed<>();

    /// @param newName another name for an Event about the same object
    Verdict judge(Event event, long nowNanos, Supplier<String> newName) {
        Similar similar = new Similar(ObjectAndSource.of(event), event.type(), event.reason());
        boolean combine = hasManyMessages(similar, event.message(), nowNanos);
        Event shown = combine ? event.saying(COMBINED + event.message()).again(newName.get(), event.last(), 1) : event;
        Same same = combine
                ? new Same(similar, "", "")
                : new Same(similar, event.regarding().fieldPath(), event.message());
        Written before = written.get(same);
        if (before != null) {
            shown = shown.again(before.name, before.first, before.count + 1);
        }
        written.put(same, new Written(shown.name(), shown.first(), shown.count()));
        TokenBucket budget = budgets.computeIfAbsent(similar.about, _ -> new TokenBucket(REFILL, BURST));
        if (!budget.tryTake(nowNanos)) {
            return new Verdict.Drop();
        }
        return before == null ? new Verdict.Create(shown) : new Verdict.CountUp(shown);
    }

    private boolean hasManyMessages(Similar similar, String message, long nowNanos) {
        Messages known = messages.get(similar);
        boolean recent = known != null && nowNanos - known.lastNanos <= SIMILAR_WITHIN.toNanos();
        Set<String> texts = known != null && recent ? known.texts : new LinkedHashSet<>();
        texts.add(message);
        messages.put(similar, new Messages(texts, nowNanos));
        if (texts.size() < DIFFERENT_MESSAGES) {
            return false;
        }
        texts.remove(texts.iterator().next());
        return true;
    }

    private static final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        RecentlyUsed() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
