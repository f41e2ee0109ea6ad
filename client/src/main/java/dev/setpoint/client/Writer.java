package dev.setpoint.client;

import dev.setpoint.base.value.Stored;

/// Writes. Each answers with the object as it now is.
public interface Writer {
    /// Creates in a collection; with a subresource in the target, calls that (`binding`, `eviction`, `token`).
    Stored create(Target target, Body body, WriteOptions options);

    /// Replaces. A `resourceVersion` in the body makes it conditional.
    Stored update(Target target, Body body, WriteOptions options);

    Stored patch(Target target, PatchType type, Body body, WriteOptions options);

    void delete(Target target, DeleteOptions options);

    void deleteCollection(Target collection, ListOptions selection, DeleteOptions options);
}
