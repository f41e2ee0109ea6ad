package dev.setpoint.client;

import dev.setpoint.base.value.Stored;

/// "Look again." An event carries the object only so that caches need not fetch it.
public sealed interface WatchEvent {
    record Added(Stored object) implements WatchEvent {}

    record Modified(Stored object) implements WatchEvent {}

    /// The last state, at the revision of the deletion.
    record Deleted(Stored object) implements WatchEvent {}

    /// Nothing happened up to here.
    record Bookmark(long revision) implements WatchEvent {}
}
