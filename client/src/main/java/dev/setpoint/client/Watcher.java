package dev.setpoint.client;

/// Follows a collection as it changes.
public interface Watcher {
    /// Events after `options.resourceVersion`, in order.
    Watch watch(Target collection, WatchOptions options);
}
