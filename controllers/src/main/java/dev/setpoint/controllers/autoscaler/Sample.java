package dev.setpoint.controllers.autoscaler;

import java.time.Duration;
import java.time.Instant;

/// What was measured of one pod.
///
/// @param value in thousandths
/// @param window the time over which it was measured, which ended at `time`
record Sample(long value, Instant time, Duration window) {
    Sample with(long newValue) {
        return new Sample(newValue, time, window);
    }

    static Sample assumed(long value) {
        return new Sample(value, Instant.EPOCH, Duration.ZERO);
    }
}
