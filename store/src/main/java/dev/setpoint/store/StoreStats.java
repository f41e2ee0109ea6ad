package dev.setpoint.store;

/// Figures for people and metrics. The counters only grow.
///
/// @param objects how many there are now
/// @param queued commits that wait for the writer
/// @param commits that were made durable
/// @param conflicts commits that were answered with a conflict
/// @param batches how many syncs the commits took
/// @param cursors that are open
/// @param historyChanges how many changes are retained
/// @param historyBytes about how much memory only the history holds
/// @param droppedByAge changes that went because they were old
/// @param droppedBySize changes that went early because the history was full: when it grows, readers that are
///     not very slow may be told to begin anew
public record StoreStats(
        long revision,
        long oldestRevision,
        long objects,
        int queued,
        long commits,
        long conflicts,
        long batches,
        int cursors,
        long historyChanges,
        long historyBytes,
        long droppedByAge,
        long droppedBySize) {}
