package dev.setpoint.apiserver.registry.watch;

import dev.setpoint.apiserver.registry.catalog.StorageForm;
import dev.setpoint.apiserver.registry.view.View;
import dev.setpoint.apiserver.registry.view.Views;
import dev.setpoint.store.Store;

/// What a watch looks at, and how it shows it.
public record WatchedResource(StorageForm storageForm, Store store, View view) {
    /// Whether its events are the bytes in the store, so that nothing has to be made for them.
    boolean asStored() {
        return view instanceof Views.StoredView && storageForm.equals(StorageForm.FIXED);
    }

    /// Whether the resource is no longer what it was when the watch began.
    boolean outdated() {
        return !storageForm.holds(store.snapshot());
    }
}
