package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads one kind from memory, in key order. What it returns is shared and read-only.
public interface Lister<T> {
    Optional<T> find(ObjectKey key);

    /// Every object of a namespace whose key and header pass; of all namespaces when it is empty. Only what
    /// passes is decoded.
    List<T> select(String namespace, Predicate<Stored> filter);

    /// The objects under a value of an index that was added to the informer.
    List<T> indexed(Index index, String value);

    default List<T> all() {
        return select("", _ -> true);
    }

    default List<T> inNamespace(String namespace) {
        return select(namespace, _ -> true);
    }

    /// The objects that name this uid among their owners.
    default List<T> ownedBy(String uid) {
        return indexed(Index.OWNER, uid);
    }

    /// The objects whose `spec.nodeName` this is.
    default List<T> onNode(String node) {
        return indexed(Index.NODE, node);
    }
}
