package dev.setpoint.reconcile;

/// One loop: reads the present, compares it with what is declared, closes every gap it sees.
///
/// Called for one key by one worker at a time, with nothing but the key: running twice is running once, and
/// nothing is kept between runs. Throwing brings the key back with a growing delay; a [TerminalException] is
/// reported and the key stays away until something changes.
///
/// @param <K> names a piece of work: an [ObjectKey][dev.setpoint.client.ObjectKey] for the loop of a kind, any other
///     value for a loop over something else, such as all nodes of a zone. Equal keys are the same work; a key's text
///     is what logs and traces show. A record or an enum is both.
@FunctionalInterface
public interface Reconciler<K> {
    Outcome reconcile(K key);
}
