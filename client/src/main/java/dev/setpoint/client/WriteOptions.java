package dev.setpoint.client;

import dev.setpoint.base.value.Cause;
import java.util.Optional;

/// @param fieldManager who owns the fields that this write sets; empty lets the server name one
/// @param force take over fields that others own; for apply patches only
/// @param run of a loop in which this is written
public record WriteOptions(String fieldManager, boolean dryRun, boolean force, Optional<Cause.Run> run) {
    public static final WriteOptions DEFAULT = new WriteOptions("", false, false);

    public WriteOptions(String fieldManager, boolean dryRun, boolean force) {
        this(fieldManager, dryRun, force, Optional.empty());
    }

    public static WriteOptions as(String fieldManager) {
        return new WriteOptions(fieldManager, false, false);
    }

    public WriteOptions during(Cause.Run itsRun) {
        return new WriteOptions(fieldManager, dryRun, force, Optional.of(itsRun));
    }
}
