package dev.setpoint.base;

import java.time.Duration;
import java.util.Optional;

/// A value that somebody will provide, once. The first of [#complete] and [#fail] wins; later ones change
/// nothing.
public interface Promise<T> {
    boolean complete(T value);

    boolean fail(RuntimeException cause);

    /// Empty when the deadline came first; throws the cause when the promise failed.
    Optional<T> await(Duration deadline);

    boolean done();
}
