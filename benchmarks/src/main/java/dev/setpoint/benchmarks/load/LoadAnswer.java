package dev.setpoint.benchmarks.load;

import java.nio.charset.StandardCharsets;

/// What came back.
///
/// @param bytes how long the body was
/// @param body the body, where somebody asked for it to be kept; else empty
public record LoadAnswer(int status, long bytes, byte[] body) {
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// @throws IllegalStateException when the server did not do what it was asked for: there is no figure then
    public LoadAnswer orFail(LoadCall call) {
        if (status / 100 != 2) {
            throw new IllegalStateException(call.method() + " " + call.path() + ": answered " + status + " " + text());
        }
        return this;
    }
}
