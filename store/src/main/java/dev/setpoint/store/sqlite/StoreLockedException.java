package dev.setpoint.store.sqlite;

import java.nio.file.Path;

/// Somebody else has the store open.
public final class StoreLockedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreLockedException(Path directory) {
        super("the store in " + directory + " is in use by another process");
    }
}
