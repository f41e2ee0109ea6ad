package dev.setpoint.apiserver.registry;

import dev.setpoint.store.Store;

/// What a watch looks at, and how it shows it.
record WatchedResource(Keeping keeping, Store store, View view) {
    /// Whether the resource is no longer what it was when the watch began.
    boolean outdated() {
        return !keeping.holds(store.snapshot());
    }
}
