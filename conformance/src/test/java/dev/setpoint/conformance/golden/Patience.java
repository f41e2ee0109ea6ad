package dev.setpoint.conformance.golden;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/// How long a conversation waits for what has yet to come about.
///
/// @param limit no single wait is longer, whatever the step says
record Patience(Duration limit) {
    static final Patience PATIENT = new Patience(Duration.ofMinutes(2));
    /// For a conversation that is known to end badly.
    static final Patience HASTY = new Patience(Duration.ofSeconds(1));

    private static final Duration POLL = Duration.ofMillis(40);

    Duration atMost(double seconds) {
        Duration wanted = Duration.ofMillis((long) (seconds * 1000));
        return wanted.compareTo(limit) < 0 ? wanted : limit;
    }

    Instant deadline(double seconds) {
        return Instant.now().plus(atMost(seconds));
    }

    static void untilNextPoll() {
        LockSupport.parkNanos(POLL.toNanos());
    }

    /// Lets time pass in which nothing may happen: some scenarios show that something stays as it is.
    void pause(double seconds) {
        Instant end = deadline(seconds);
        while (Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.between(Instant.now(), end).toNanos());
        }
    }
}
