package dev.setpoint.reconcile;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.cache.ObjectCache;

/// What a kind's cache has to show before a key that wrote to that kind may trust it again.
sealed interface Wait {
    GroupResource resource();

    boolean met(ObjectCache cache);

    /// It has come as far as the write's own revision.
    record Reached(GroupResource resource, long revision) implements Wait {
        @Override
        public boolean met(ObjectCache cache) {
            return cache.revision() >= revision;
        }
    }

    /// It has come as far as the creation of this object.
    record Created(GroupResource resource, long revision, ObjectKey key, String uid) implements Wait {
        @Override
        public boolean met(ObjectCache cache) {
            return cache.revision() >= revision;
        }

        /// The object came and went while the cache did not look, so that no change will ever tell of it.
        boolean missedBy(ObjectCache cache) {
            return !cache.find(key)
                    .map(found -> found.header().uid().equals(uid))
                    .orElse(false);
        }
    }

    /// It no longer shows this very object, or shows that it is being deleted.
    record Gone(GroupResource resource, ObjectKey key, String uid) implements Wait {
        @Override
        public boolean met(ObjectCache cache) {
            return cache.find(key)
                    .map(found ->
                            !found.header().uid().equals(uid) || found.header().deleting())
                    .orElse(true);
        }
    }

    /// Nobody knows what was written, if anything: before the next run a consistent read of this collection
    /// has to tell. No cache is waited for until then.
    record Read(GroupResource resource, Target collection) implements Wait {
        @Override
        public boolean met(ObjectCache cache) {
            return true;
        }
    }
}
