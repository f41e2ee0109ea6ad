package dev.setpoint.client;

import dev.setpoint.machinery.json.JsonValue;

/// What a write carries. A tree is handed over: the caller does not touch it again.
public sealed interface Body {
    record Tree(JsonValue json) implements Body {}

    /// JSON text.
    record Encoded(byte[] json) implements Body {}
}
