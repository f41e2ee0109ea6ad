package dev.setpoint.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One call of a reconciler, as its client sees it: collects what the caches will have to show afterwards.
/// Used by the worker that makes the call, and by nobody else.
final class Run {
    private static final ScopedValue<Run> CURRENT = ScopedValue.newInstance();

    private final List<Wait> waits = new ArrayList<>();

    /// Empty outside of a reconcile.
    static Optional<Run> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    <R> R call(Supplier<R> body) {
        return ScopedValue.where(CURRENT, this).call(body::get);
    }

    void add(Wait wait) {
        if (!waits.contains(wait)) {
            waits.add(wait);
        }
    }

    List<Wait> waits() {
        return waits;
    }
}
