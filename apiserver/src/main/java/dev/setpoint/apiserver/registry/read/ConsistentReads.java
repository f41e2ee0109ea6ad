package dev.setpoint.apiserver.registry.read;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.UnavailableException;
import java.time.Duration;
import java.util.Objects;

/// The two reads of the store, for those who answer calls: what this server knows, and what is true now.
///
/// Authorization, admission, writes and reads without a version want what is true now; lists and watches at version 0
/// are content with what this server knows.
public final class ConsistentReads {
    /// As long as Kubernetes waits for its cache.
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final Store store;

    public ConsistentReads(Store store) {
        this.store = store;
    }

    /// What this server knows.
    public Snapshot known() {
        return store.snapshot();
    }

    /// At least as new as everything that was acknowledged anywhere.
    ///
    /// @throws ApiException when the store cannot tell
    public Snapshot current() {
        try {
            return store.current(LIMIT);
        } catch (UnavailableException e) {
            throw new ApiException(new ApiError.Unavailable(Objects.requireNonNull(e.getMessage())));
        }
    }

    /// At least as new as a revision that the caller has seen somewhere.
    ///
    /// @throws ApiException when there is no such revision yet
    Snapshot notOlderThan(long revision) {
        Snapshot known = known();
        if (known.revision() >= revision) {
            return known;
        }
        Snapshot current = current();
        if (current.revision() < revision) {
            throw new ApiException(new ApiError.RevisionTooLarge(revision, current.revision()));
        }
        return current;
    }
}
