package dev.setpoint.client;

/// @param after events with greater revisions; as a list gave it
/// @param bookmarks let the server say now and then how far it has come
public record WatchOptions(String labelSelector, String fieldSelector, long after, boolean bookmarks) {
    public static WatchOptions from(long after) {
        return new WatchOptions("", "", after, true);
    }
}
