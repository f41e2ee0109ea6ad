package dev.setpoint.reconcile;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.cache.ObjectCache;

/// What a kind's cache has to show before a key that wrote to that kind may trust it again.
sealed interface Wait {
    GroupResource resource();

    /// It has come as far as the write's own revision.
    record Reached(GroupResource resource, long revision) implements Wait {
        boolean met(ObjectCache cache) {
            return cache.revision() >= revision;
        }
    }

    /// It no longer shows this very object, or shows that it is being deleted.
    record Gone(GroupResource resource, ObjectKey key, String uid) implements Wait {
        boolean met(ObjectCache cache) {
            return cache.find(key)
                    .map(found ->
                            !found.header().uid().equals(uid) || found.header().deleting())
                    .orElse(true);
        }
    }

    /// Nobody knows what was written, if anything: first a consistent read of this collection has to tell.
    record Read(GroupResource resource, Target collection) implements Wait {}
}
