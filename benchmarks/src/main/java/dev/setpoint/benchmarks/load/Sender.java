package dev.setpoint.benchmarks.load;

import java.util.function.Consumer;

/// A client that has one request under way at a time.
public interface Sender {
    /// Sends a request; `done` hears of the answer, on a thread of the client.
    void send(LoadCall call, Consumer<LoadAnswer> done, Consumer<Throwable> failed);
}
