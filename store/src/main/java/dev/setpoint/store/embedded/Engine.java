package dev.setpoint.store.embedded;

import dev.setpoint.store.Change;
import dev.setpoint.store.history.State;
import java.util.List;

/// Where commits survive. Opened, used and closed on the writer's thread alone.
public interface Engine extends AutoCloseable {
    /// The revision of a store in which nothing has happened. Well above 1, lest a number that somebody made
    /// up be a revision that existed.
    long FIRST_REVISION = 1000;

    /// Opens an engine on the thread that calls.
    @FunctionalInterface
    interface Opener {
        Engine open();
    }

    /// Everything there is, at the newest revision that was ever appended. Called once, first.
    State load();

    /// Makes changes durable, all or none, together with the revision that the store has reached with them.
    /// When it returns they survive everything but the loss of the disk.
    ///
    /// @throws RuntimeException when it is not known whether they do; nothing is appended after that
    void append(List<Change> changes, long revision);

    @Override
    void close();
}
