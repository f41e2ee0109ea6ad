package dev.setpoint.reconcile;

import dev.setpoint.client.ObjectKey;

/// One loop: reads the present, compares it with what is declared, closes every gap it sees.
///
/// Called for one key by one worker at a time, with nothing but the key: running twice is running once, and
/// nothing is kept between runs. Throwing brings the key back with a growing delay; a [TerminalException] is
/// reported and the key stays away until something changes.
@FunctionalInterface
public interface Reconciler {
    Outcome reconcile(ObjectKey key);
}
