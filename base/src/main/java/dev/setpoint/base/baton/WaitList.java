package dev.setpoint.base.baton;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// Those who wait for one thing, longest first.
final class WaitList {
    /// For people who ask why nobody runs.
    final String what;

    private final ArrayDeque<BatonTask> waiting = new ArrayDeque<>(2);

    WaitList(String what) {
        this.what = what;
    }

    void add(BatonTask task) {
        waiting.add(task);
    }

    void remove(BatonTask task) {
        waiting.remove(task);
    }

    @Nullable
    BatonTask first() {
        return waiting.peek();
    }
}
