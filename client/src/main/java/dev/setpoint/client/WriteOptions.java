package dev.setpoint.client;

/// @param fieldManager who owns the fields that this write sets; empty lets the server name one
/// @param force take over fields that others own; for apply patches only
public record WriteOptions(String fieldManager, boolean dryRun, boolean force) {
    public static final WriteOptions DEFAULT = new WriteOptions("", false, false);

    public static WriteOptions as(String fieldManager) {
        return new WriteOptions(fieldManager, false, false);
    }
}
