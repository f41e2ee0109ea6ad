package dev.setpoint.apiserver.http;

import java.time.Duration;

/// How much the server bears before it refuses or hangs up.
///
/// @param bodyBytes of one request
/// @param headerBytes of one request, with its path and query: selectors can be long
/// @param connections open at once; further ones wait until one ends
/// @param streams at once on one HTTP/2 connection
/// @param idleFrames in a second on one HTTP/2 connection that bring nothing: pings, resets, and more room for streams
///     that are over, which a client that reads large answers quickly sends with each of them
/// @param requests in work at once, watches aside
/// @param watches open at once
/// @param idle how long a connection without requests is kept
/// @param body how long a client may take to send a body
/// @param stall how long a write may make no progress before the client counts as gone
public record Limits(
        int bodyBytes,
        int headerBytes,
        int connections,
        int streams,
        int idleFrames,
        int requests,
        int watches,
        Duration idle,
        Duration body,
        Duration stall) {
    public static final Limits DEFAULT = new Limits(
            3 * 1024 * 1024,
            64 * 1024,
            10_000,
            250,
            5_000,
            3_000,
            20_000,
            Duration.ofSeconds(90),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30));
}
