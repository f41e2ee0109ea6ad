package dev.setpoint.reconcile.cache;

import dev.setpoint.client.Typed;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;

/// One kind as this process sees it: a cache that follows the cluster, and news of its changes. Shared by
/// every loop of the process.
///
/// Inside a reconcile whose wait for its own writes ran out, reads go to the server instead of the cache.
public interface Informer<T extends HasMetadata> extends Lister<T> {
    Typed<T> typed();

    /// Stored values with their headers, for whoever needs no decoded object.
    ObjectCache objects();

    /// True once the first list has arrived and every handler has been told.
    boolean hasSynced();

    /// Waits for [#hasSynced]; false when the deadline came first.
    boolean awaitSynced(Duration deadline);

    /// How often handlers are told to look at everything although nothing changed. Ten minutes unless
    /// somebody says so.
    void resyncEvery(Duration interval);

    /// Adds an index, at any time; the second of one name changes nothing. [Index#OWNER] is always there, and
    /// [Index#NODE] for pods.
    void index(Index index);

    /// Adds a handler, at any time; it hears first of everything that is already there.
    void onChange(Handler handler);
}
