package dev.setpoint.apiserver.http;

/// Who tells Jetty that a request is done.
enum Completion {
    /// The handler, now.
    HERE,
    /// Whoever got the callback: a connection that became a WebSocket.
    ELSEWHERE
}
