package dev.setpoint.apiserver.registry;

import dev.setpoint.store.Store;

/// What a watch looks at, and how it shows it.
record WatchedResource(Keeping keeping, Store store, View view) {
    /// Whether its events are the bytes in the store, so that nothing has to be made for them.
    boolean asStored() {
        return view instanceof Views.StoredView && keeping.equals(Keeping.FIXED);
    }

    /// Whether the resource is no longer what it was when the watch began.
    boolean outdated() {
        return !keeping.holds(store.snapshot());
    }
}
