package dev.setpoint.base.baton;

import java.time.Duration;
import java.time.Instant;

/// What a world begins with.
///
/// @param seed of every [dev.setpoint.base.Env#random]; each process draws from a sequence of its own
/// @param start the wall clock at the beginning
/// @param stepLimit how many times the baton may change hands without time moving, before the world is said
///     never to come to rest
/// @param stuckAfter real time for which one task may keep the baton before it is said to be stuck
public record BatonOptions(
        long seed, Chooser chooser, Trace trace, Instant start, long stepLimit, Duration stuckAfter) {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /// First-come, for the stepped clock of tests.
    public static BatonOptions firstCome(long seed) {
        return new BatonOptions(seed, Chooser.firstCome(), Trace.NONE, START, 1_000_000, Duration.ofMinutes(1));
    }

    /// Chosen from the seed, for simulation.
    public static BatonOptions random(long seed) {
        return firstCome(seed).withChooser(Chooser.random(seed));
    }

    public BatonOptions withChooser(Chooser newChooser) {
        return new BatonOptions(seed, newChooser, trace, start, stepLimit, stuckAfter);
    }

    public BatonOptions withTrace(Trace newTrace) {
        return new BatonOptions(seed, chooser, newTrace, start, stepLimit, stuckAfter);
    }

    public BatonOptions withStart(Instant newStart) {
        return new BatonOptions(seed, chooser, trace, newStart, stepLimit, stuckAfter);
    }

    public BatonOptions withStepLimit(long newStepLimit) {
        return new BatonOptions(seed, chooser, trace, start, newStepLimit, stuckAfter);
    }

    public BatonOptions withStuckAfter(Duration newStuckAfter) {
        return new BatonOptions(seed, chooser, trace, start, stepLimit, newStuckAfter);
    }
}
