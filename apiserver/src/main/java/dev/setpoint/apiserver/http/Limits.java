package dev.setpoint.apiserver.http;

import java.time.Duration;

/// What one client, and all of them together, may take of the port before a request is refused or a connection closed.
/// How many calls may be under way is bounded in `stages.Places`.
///
/// @param bodyBytes of one request
/// @param discardedBytes that are read of a body that is not wanted, so that the answer arrives
/// @param bodyGrace how long a body may bring nothing at its beginning
/// @param bodyBytesPerSecond the slowest rate of a body
/// @param headerBytes of one request, with its path and query: selectors can be long
/// @param head how long a client may take for its handshake, and then for the head of a request
/// @param connections open at once; further ones wait until one ends
/// @param connectionsOfPeer open at once from one address; further ones are closed
/// @param streams at once on one HTTP/2 connection
/// @param windowFrames in a second on one HTTP/2 connection that make room for streams that are over, which a client
///     that reads large answers quickly sends with each of them
/// @param controlFrames in a second on one HTTP/2 connection that bring nothing: resets, pings, settings
/// @param idle how long a connection without requests is kept
/// @param stall how long a write may make no progress before the client counts as gone
public record Limits(
        int bodyBytes,
        int discardedBytes,
        Duration bodyGrace,
        int bodyBytesPerSecond,
        int headerBytes,
        Duration head,
        int connections,
        int connectionsOfPeer,
        int streams,
        int windowFrames,
        int controlFrames,
        Duration idle,
        Duration stall) {
    public static final Limits DEFAULT = new Limits(
            3 * 1024 * 1024,
            24 * 1024 * 1024,
            Duration.ofSeconds(10),
            16 * 1024,
            64 * 1024,
            Duration.ofSeconds(32),
            10_000,
            5_000,
            250,
            5_000,
            500,
            Duration.ofSeconds(90),
            Duration.ofSeconds(30));
}
