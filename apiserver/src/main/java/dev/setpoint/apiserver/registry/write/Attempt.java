package dev.setpoint.apiserver.registry.write;

import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.Commit;
import java.util.function.LongFunction;

/// What one attempt of a write on one snapshot came to. To refuse the write it throws.
sealed interface Attempt {
    /// Commit this; the revision makes the result.
    record Change(Commit commit, LongFunction<Written> result) implements Attempt {}

    /// There is nothing to commit.
    sealed interface Outcome extends Attempt {}

    /// The write is done.
    record Settled(Written result) implements Outcome {}

    /// The next attempt may succeed.
    ///
    /// @param failure what the caller is told when there is none
    record Again(Retries.Reason reason, ApiException failure) implements Outcome {}
}
