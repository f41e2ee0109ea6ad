package dev.setpoint.store.sqlite;

import dev.setpoint.base.Env;
import dev.setpoint.store.HeaderMaker;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.embedded.EmbeddedStore;
import java.nio.file.Path;

/// Stores in a directory of their own: `setpoint.db`, what SQLite keeps beside it, and a lock.
public final class SqliteStore {
    private SqliteStore() {}

    /// Opens the store of a directory, or makes a new one there. Its history begins at the present.
    ///
    /// @throws StoreLockedException when another process or another store of this one has it open
    public static Store open(Env env, StoreOptions options, Path directory, HeaderMaker headers) {
        return EmbeddedStore.open(env, options, () -> SqliteEngine.open(directory, headers));
    }
}
