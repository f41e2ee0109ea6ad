package dev.setpoint.simulation.fault;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// The world, as far as a client that injects faults needs it.
public interface Host {
    /// Ends a process and starts it again later. Does not return to a task of that process.
    void crash(String process, Duration restartAfter);

    /// Whoever calls stands still at its next primitive, with all of its process.
    void freeze(String process, Duration length);

    /// The store takes no writes for so long.
    void stallStore(Duration length);

    /// All nodes stand still.
    void freezeNodes(Duration length);

    void shiftClock(String process, Duration by);

    /// A collection as it was some revisions ago, as far as it is still known.
    ObjectList listBefore(Target collection, int revisions);

    /// Whether watches tell nothing but that something changed.
    boolean withholdsEvents();

    /// A write has been answered.
    ///
    /// @param manager who owns what it set
    /// @param answer what is there now; empty after a deletion
    void wrote(String process, String manager, String verb, Target target, Optional<Stored> answer);

    /// Whether anybody listens to what is told.
    boolean records();

    /// For the trace.
    void tell(String who, Supplier<String> what);
}
