package dev.setpoint.apiserver.registry.view;

import dev.setpoint.base.value.Stored;

/// How one reader sees objects: in the version it asked for, as rows of a table, or as metadata alone.
public interface View {
    Stored of(Stored stored);

    /// An object of the same type that only tells how far the watch has come.
    ///
    /// @param initialEventsEnd whether everything that was there at the start has now been sent
    Stored bookmark(long revision, boolean initialEventsEnd);
}
