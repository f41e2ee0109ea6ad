package dev.setpoint.store;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Optional;

/// How a commit ended.
public sealed interface CommitResult {
    /// Durable, at this revision.
    record Committed(long revision) implements CommitResult {}

    /// Nothing was written: this key was not at the revision that a condition named.
    record Conflict(Key key, Optional<Stored> current) implements CommitResult {}

    /// It may or may not have been written; reading tells.
    record Unknown(String why) implements CommitResult {}
}
