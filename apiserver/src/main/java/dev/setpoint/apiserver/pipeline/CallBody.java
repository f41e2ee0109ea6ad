package dev.setpoint.apiserver.pipeline;

import dev.setpoint.machinery.json.JsonValue;

/// What came with the request. The pipeline decodes it, so that both ways in fail alike.
public sealed interface CallBody {
    enum None implements CallBody {
        NONE
    }

    /// @param mediaType the Content-Type without parameters, lower case; empty when the client gave none
    record Bytes(String mediaType, byte[] bytes) implements CallBody {}

    /// Handed over by an in-process caller, who does not touch it again.
    record Tree(String mediaType, JsonValue json) implements CallBody {}
}
