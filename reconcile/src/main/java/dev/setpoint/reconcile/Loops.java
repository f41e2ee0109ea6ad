package dev.setpoint.reconcile;

import dev.setpoint.client.Client;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;

/// The loops of one process and what they share: one informer for each kind, one client, one recorder of events.
///
/// Informers and controllers that are added before [#start] begin with it; later ones begin at once.
public interface Loops extends AutoCloseable {
    /// The one informer of a kind, made when first asked for.
    <T extends HasMetadata> Informer<T> informer(Typed<T> typed);

    default <T extends HasMetadata> Informer<T> informer(Class<T> type) {
        return informer(Typed.of(type));
    }

    /// For reconcilers: a key whose run wrote through this client runs again only when the caches show the writes.
    Client client();

    /// @param component who speaks, as people see it: `replicaset-controller`
    EventRecorder events(String component);

    void add(Controller controller);

    void start();

    /// Waits until every informer has its first list; false when the deadline came first.
    boolean awaitSynced(Duration deadline);

    /// Lets running reconciles end, then stops everything and waits for it.
    @Override
    void close();
}
