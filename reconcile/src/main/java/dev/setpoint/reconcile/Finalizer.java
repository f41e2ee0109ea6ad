package dev.setpoint.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;

/// What keeps an object until its cleanup is done.
///
/// @param name as it stands in the object
/// @param cleanup runs for an object that is being deleted, until it answers that it is done
record Finalizer<T extends HasMetadata>(String name, ObjectReconciler<T> cleanup) {}
