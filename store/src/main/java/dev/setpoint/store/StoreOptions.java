package dev.setpoint.store;

import java.time.Duration;

/// The bounds of a store.
///
/// @param queueCapacity how many commits may wait for the writer
/// @param batchLimit how many commits share one sync at most
/// @param queueWait how long a commit waits for room in the queue before it is refused
/// @param commitWait how long it then waits for its answer before the outcome is unknown
/// @param historyAge how long changes and past states are kept
/// @param historyBytes how much memory they may hold, as far as nothing else holds it; the oldest go first
public record StoreOptions(
        int queueCapacity,
        int batchLimit,
        Duration queueWait,
        Duration commitWait,
        Duration historyAge,
        long historyBytes) {
    public StoreOptions {
        if (queueCapacity < 1 || batchLimit < 1 || historyBytes < 1 || !historyAge.isPositive()) {
            throw new IllegalArgumentException("queueCapacity: " + queueCapacity + ", batchLimit: " + batchLimit
                    + ", historyBytes: " + historyBytes + ", historyAge: " + historyAge + " (expected: all positive)");
        }
    }

    /// Five minutes of history, or a quarter of the heap.
    public static StoreOptions defaults() {
        return new StoreOptions(
                1024,
                256,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Runtime.getRuntime().maxMemory() / 4);
    }

    public StoreOptions withQueue(int newCapacity, Duration newQueueWait) {
        return new StoreOptions(newCapacity, batchLimit, newQueueWait, commitWait, historyAge, historyBytes);
    }

    public StoreOptions withHistory(Duration newAge, long newBytes) {
        return new StoreOptions(queueCapacity, batchLimit, queueWait, commitWait, newAge, newBytes);
    }
}
