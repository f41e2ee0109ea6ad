package dev.setpoint.store.history;

import dev.setpoint.store.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Whether a store has failed for good, and whom to tell.
public final class StoreFailure {
    private final List<Consumer<Throwable>> actions = new ArrayList<>(1);
    private volatile @Nullable Throwable cause;

    /// The first failure counts; what follows from it tells nobody anything new.
    public void set(Throwable failure) {
        List<Consumer<Throwable>> waiting;
        synchronized (this) { // Held for a moment, and never while anything runs.
            if (cause != null) {
                return;
            }
            cause = failure;
            waiting = List.copyOf(actions);
            actions.clear();
        }
        waiting.forEach(action -> action.accept(failure));
    }

    public Optional<Throwable> cause() {
        return Optional.ofNullable(cause);
    }

    /// @throws UnavailableException after a failure
    void refuseIfSet() {
        var failure = cause;
        if (failure != null) {
            throw new UnavailableException("the store has failed: " + failure);
        }
    }

    void whenSet(Consumer<Throwable> action) {
        Throwable failure;
        synchronized (this) {
            failure = cause;
            if (failure == null) {
                actions.add(action);
            }
        }
        if (failure != null) {
            action.accept(failure);
        }
    }
}
