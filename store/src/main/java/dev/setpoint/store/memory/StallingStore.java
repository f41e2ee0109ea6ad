package dev.setpoint.store.memory;

import dev.setpoint.base.Env;
import dev.setpoint.store.Change;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.embedded.EmbeddedStore;
import dev.setpoint.store.embedded.Engine;
import dev.setpoint.store.history.State;
import java.util.List;

/// Stores in memory that have the writer of a store on a disk, in an `Env` of its own: a simulator that freezes it
/// lets everybody wait who writes.
public final class StallingStore {
    private StallingStore() {}

    /// As [MemoryStore#fork].
    public static Store fork(Env env, StoreOptions options, Snapshot snapshot) {
        if (snapshot instanceof State state) {
            return EmbeddedStore.open(env, options, () -> new NoDisk(state));
        }
        throw new IllegalArgumentException("snapshot: " + snapshot + " (expected: one that a store of ours gave)");
    }

    private record NoDisk(State load) implements Engine {
        @Override
        public void append(List<Change> changes, long revision) {}

        @Override
        public void close() {}
    }
}
