package dev.setpoint.conformance.ways;

import java.util.List;
import java.util.Optional;

/// A way into the API server.
interface Way {
    String name();

    /// Empty where this way knows no such request: a WebSocket carries watches alone, and a call inside of the process
    /// no other form than an object's own.
    Optional<Reply> ask(Question question, String space);

    /// @param parts the body; of a watch each event
    /// @param warnings texts, where the way carries them
    record Reply(int code, List<String> parts, Optional<List<String>> warnings) {}
}
