package dev.setpoint.apiserver.pipeline;

/// Whoever makes a call.
public sealed interface Caller {
    /// Authenticated, or inside the JVM, where whoever makes the call says for whom.
    record Known(User user) implements Caller {}

    /// Not authenticated yet.
    record Unproven(Evidence evidence) implements Caller {}
}
