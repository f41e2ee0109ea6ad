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

/// Stores that live in memory alone.
public final class MemoryStore {
    private MemoryStore() {}

    public static Store open(Env env, StoreOptions options) {
        return EmbeddedStore.open(env, options, () -> new MemoryEngine(State.empty(Engine.FIRST_REVISION)));
    }

    /// A private world that begins where a snapshot stands and shares everything with it until one of them
    /// changes. Its history begins there.
    public static Store fork(Env env, StoreOptions options, Snapshot snapshot) {
        if (snapshot instanceof State state) {
            return EmbeddedStore.open(env, options, () -> new MemoryEngine(state));
        }
        throw new IllegalArgumentException("snapshot: " + snapshot + " (expected: one that a store of ours gave)");
    }

    private record MemoryEngine(State load) implements Engine {
        @Override
        public void append(List<Change> changes, long revision) {}

        @Override
        public void close() {}
    }
}
