package dev.setpoint.client;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;

/// "Look again." What a watcher is told of one change, on its whole way from the log to the wire or to a cache. An
/// event carries the object only so that nobody needs to fetch it.
///
/// A watch that fails does not tell so by an event: asking it for the next ones throws. On the wire, and only there,
/// that is an event of the type `ERROR`.
public sealed interface WatchEvent {
    /// As it is after the change; for a deletion as it last was, at the revision of the deletion.
    Stored object();

    default long revision() {
        return object().revision();
    }

    /// The object is new, or begins to match what the watcher selects.
    record Added(Stored object) implements WatchEvent {}

    record Modified(Stored object) implements WatchEvent {}

    /// The object is gone, or ceases to match.
    record Deleted(Stored object) implements WatchEvent {}

    /// Nothing else happened up to this revision.
    ///
    /// @param object of which only the revision counts, and one annotation at the end of the initial events
    record Bookmark(Stored object) implements WatchEvent {
        public static Bookmark at(long revision) {
            return new Bookmark(new Stored(new Key("", "", ""), revision, Header.EMPTY, new byte[0], -1));
        }
    }
}
