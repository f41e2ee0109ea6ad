package dev.setpoint.reconcile;

import dev.setpoint.base.value.Cause;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.machinery.api.GroupResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// One call of a reconciler, as its client sees it: collects what the caches will have to show afterwards.
/// Used by the worker that makes the call, and by the tasks of a [Batch] that it waits for.
final class Run {
    private static final ScopedValue<Run> CURRENT = ScopedValue.newInstance();

    /// Guarded by this, as are the others: of all revisions of a kind, the greatest includes the others.
    private final Map<GroupResource, Wait.Reached> reached = new LinkedHashMap<>();

    private final Set<Wait> others = new LinkedHashSet<>();

    private final List<Write> writes = new ArrayList<>();

    private final RunTrace trace;
    private final Cause.Run cause;

    /// A write that succeeded.
    ///
    /// @param revision of the object that came of it
    record Write(Verb verb, GroupResource resource, ObjectKey key, long revision) {}

    enum Verb {
        CREATE,
        CHANGE
    }

    /// @param cause what is told of why it writes
    Run(RunTrace trace, Cause.Run cause) {
        this.trace = trace;
        this.cause = cause;
    }

    Cause.Run cause() {
        return cause;
    }

    /// Empty outside of a reconcile.
    static Optional<Run> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    <R> R call(Supplier<R> body) {
        return ScopedValue.where(CURRENT, this).call(() -> trace.call(body));
    }

    RunTrace trace() {
        return trace;
    }

    synchronized void add(Wait wait) {
        if (wait instanceof Wait.Reached revision) {
            reached.merge(revision.resource(), revision, (one, two) -> one.revision() >= two.revision() ? one : two);
        } else {
            others.add(wait);
        }
    }

    synchronized void add(Write write) {
        writes.add(write);
    }

    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    synchronized List<Wait> waits() {
        List<Wait> waits = new ArrayList<>(reached.values());
        waits.addAll(others);
        return waits;
    }
}
