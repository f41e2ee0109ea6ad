package dev.setpoint.apiserver.chaos;

import java.util.Locale;
import java.util.Optional;

/// Everything that can go wrong at one call.
enum ChaosFault {
    /// Events arrive later, so that kinds overtake one another and caches lag.
    EVENTS_LATE(Reach.EVENTS),
    EVENTS_TWICE(Reach.EVENTS),
    /// The connection ends with events on their way.
    WATCH_DROPPED(Reach.EVENTS),
    /// 410: the place in the history is gone.
    WATCH_EXPIRED(Reach.EVENTS),
    /// A list that is content with whatever is at hand gets what was true some revisions ago.
    STALE_READ(Reach.LAX_READS),
    /// 503.
    READ_REFUSED(Reach.READS),
    /// The answer comes later; what was asked for is done first.
    SLOW_ANSWER(Reach.CALLS),
    /// 409.
    WRITE_CONFLICTS(Reach.WRITES),
    /// 429.
    WRITE_THROTTLED(Reach.WRITES),
    /// 500, and nothing was written.
    WRITE_FAILS(Reach.WRITES),
    /// 504, and nothing was written.
    TIMEOUT_BEFORE_COMMIT(Reach.WRITES),
    /// 504, and it was.
    TIMEOUT_AFTER_COMMIT(Reach.WRITES);

    /// What a fault strikes.
    enum Struck {
        READ,
        /// A list at revision 0, which any replica answers from whatever it has.
        LAX_READ,
        WRITE,
        /// A batch of events that a watch is about to hand over.
        EVENTS
    }

    /// What a fault may hit.
    private enum Reach {
        EVENTS,
        LAX_READS,
        READS,
        WRITES,
        /// Reads and writes.
        CALLS;

        boolean covers(Struck struck) {
            return switch (this) {
                case EVENTS -> struck == Struck.EVENTS;
                case LAX_READS -> struck == Struck.LAX_READ;
                case READS -> struck == Struck.READ || struck == Struck.LAX_READ;
                case WRITES -> struck == Struck.WRITE;
                case CALLS -> struck != Struck.EVENTS;
            };
        }
    }

    private final Reach reach;
    private final String word;

    ChaosFault(Reach reach) {
        this.reach = reach;
        StringBuilder camel = new StringBuilder();
        for (String part : name().split("_", -1)) {
            camel.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        this.word = camel.toString();
    }

    boolean hits(Struck struck) {
        return reach.covers(struck);
    }

    /// As a policy names it: `EventsLate`.
    String word() {
        return word;
    }

    static Optional<ChaosFault> named(String word) {
        for (ChaosFault fault : values()) {
            if (fault.word.equals(word)) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }
}
