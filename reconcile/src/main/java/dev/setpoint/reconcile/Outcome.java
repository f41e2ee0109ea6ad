package dev.setpoint.reconcile;

import java.time.Duration;

/// How a reconcile that did not fail ended.
public sealed interface Outcome {
    Outcome DONE = new Done();

    static Outcome checkAgain(Duration after) {
        return new CheckAgain(after);
    }

    /// The world is as declared, as far as this loop can see; the next change brings the key back.
    record Done() implements Outcome {}

    /// Nothing will announce the next step (a deadline, a poll): look again after this long.
    record CheckAgain(Duration after) implements Outcome {
        public CheckAgain {
            if (after.isNegative()) {
                throw new IllegalArgumentException("after: " + after + " (expected: >= 0)");
            }
        }
    }
}
