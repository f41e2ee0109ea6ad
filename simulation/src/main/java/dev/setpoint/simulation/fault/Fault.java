package dev.setpoint.simulation.fault;

import java.util.List;

/// Everything that can go wrong at one call.
public enum Fault {
    /// Events of a kind arrive later, so that kinds overtake one another and caches lag.
    EVENTS_LATE(Call.EVENTS, 4),
    EVENTS_TWICE(Call.EVENTS, 1),
    /// Of several changes of an object only the last is told.
    EVENTS_COALESCED(Call.EVENTS, 2),
    /// The connection breaks with events on their way.
    WATCH_DROPPED(Call.EVENTS, 2),
    /// 410: the place in the history is gone, and the collection is listed anew.
    WATCH_EXPIRED(Call.EVENTS, 2),
    /// A list that is content with whatever is at hand gets what was true some revisions ago.
    READ_STALE(Call.LAX_READ, 4),
    READ_REFUSED(Call.READ, 1),
    WRITE_CONFLICTS(Call.WRITE, 2),
    /// 429.
    WRITE_THROTTLED(Call.WRITE, 1),
    /// 500, and nothing was written.
    WRITE_FAILS(Call.WRITE, 2),
    TIMEOUT_BEFORE_COMMIT(Call.WRITE, 1),
    /// Written, but the writer does not learn of it.
    TIMEOUT_AFTER_COMMIT(Call.WRITE, 3),
    CRASH_BEFORE_WRITE(Call.WRITE, 2),
    CRASH_AFTER_WRITE(Call.WRITE, 4),
    /// The process stands still just before it writes, while the world goes on.
    FREEZE(Call.WRITE, 3),
    /// The wall clock of the process is set forward or back, until the faults end: by a hundred times the length,
    /// back when that is odd.
    CLOCK_JUMPS(Call.WRITE, 1),
    /// The store takes nothing for a while; whoever writes waits, or gives up without knowing.
    STORE_STALLS(Call.WRITE, 2),
    /// Nodes do nothing for a moment.
    NODES_SLOW(Call.WRITE, 1),
    /// Nodes are not heard of for ten times the length, and come back.
    NODES_LOST(Call.WRITE, 1);

    /// The kinds of calls, as far as faults tell them apart.
    public enum Call {
        READ,
        /// A list at revision 0, which any replica answers from whatever it has.
        LAX_READ,
        WRITE,
        /// A batch of events that a watch is about to hand over.
        EVENTS
    }

    private final Call call;
    private final int weight;

    Fault(Call call, int weight) {
        this.call = call;
        this.weight = weight;
    }

    /// The calls that it can hit.
    public Call call() {
        return call;
    }

    /// How often it is chosen, in proportion to the others.
    public int weight() {
        return weight;
    }

    /// Whether it takes nodes.
    public boolean ofNodes() {
        return this == NODES_SLOW || this == NODES_LOST;
    }

    /// All of them.
    public static List<Fault> all() {
        return List.of(values());
    }
}
