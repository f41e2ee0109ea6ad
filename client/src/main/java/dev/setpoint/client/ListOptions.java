package dev.setpoint.client;

/// Empty text and zero stand for "not said".
///
/// @param resourceVersion at least as new as this (`0`: whatever is at hand); empty for the newest
public record ListOptions(
        String labelSelector, String fieldSelector, int limit, String continueToken, String resourceVersion) {
    public static final ListOptions ALL = new ListOptions("", "", 0, "", "");

    public static ListOptions labels(String selector) {
        return new ListOptions(selector, "", 0, "", "");
    }

    public static ListOptions fields(String selector) {
        return new ListOptions("", selector, 0, "", "");
    }
}
