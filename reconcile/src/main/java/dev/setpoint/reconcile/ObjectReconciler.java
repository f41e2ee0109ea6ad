package dev.setpoint.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;

/// One loop over one object: what it should own is applied, what it should not is deleted, the status is told.
///
/// As with [Reconciler], running twice is running once and nothing is kept between runs. It is not called for
/// objects that are gone, nor for those that are being deleted: these are for the controller's finalizer, if it
/// has one, and for the garbage collector.
@FunctionalInterface
public interface ObjectReconciler<T extends HasMetadata> {
    /// @param object read-only, as everything that comes from a cache: change a copy (`object.edit()`)
    Outcome reconcile(T object, Context<T> context);
}
