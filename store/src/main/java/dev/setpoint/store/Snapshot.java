package dev.setpoint.store;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Iterator;
import java.util.Optional;

/// The state at one revision: an immutable sorted map. Reading takes no lock.
public interface Snapshot {
    long revision();

    Optional<Stored> find(Key key);

    /// Every object of a resource in key order; of one namespace only, unless `namespace` is empty.
    Iterator<Stored> iterate(String resource, String namespace);

    /// As [#iterate], but beginning with the first key after `after`: how a page follows another.
    Iterator<Stored> iterateAfter(String resource, String namespace, Key after);

    /// How many objects of a resource there are, without walking over them.
    int count(String resource);

    /// Names the state of one resource: the same object in every snapshot between two changes of that
    /// resource, and another one after a change. Whoever derives something from all objects of a resource
    /// keeps it with this mark.
    Object mark(String resource);
}
