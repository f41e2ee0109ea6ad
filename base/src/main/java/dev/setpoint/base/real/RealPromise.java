package dev.setpoint.base.real;

import dev.setpoint.base.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

final class RealPromise<T> implements Promise<T> {
    private record Outcome<T>(@Nullable T value, @Nullable RuntimeException cause) {}

    private final Waits waits;
    private final AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition known = lock.newCondition();

    RealPromise(Waits waits) {
        this.waits = waits;
    }

    @Override
    public boolean complete(T value) {
        return decide(new Outcome<>(Objects.requireNonNull(value), null));
    }

    @Override
    public boolean fail(RuntimeException cause) {
        return decide(new Outcome<>(null, cause));
    }

    private boolean decide(Outcome<T> decided) {
        if (!outcome.compareAndSet(null, decided)) {
            return false;
        }
        wake();
        return true;
    }

    private void wake() {
        lock.lock();
        try {
            known.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<T> await(Duration deadline) {
        RealTask.checkCancelled();
        var decided = awaitOutcome(deadline);
        if (decided == null) {
            return Optional.empty();
        }
        if (decided.cause != null) {
            throw decided.cause;
        }
        return Optional.ofNullable(decided.value);
    }

    private @Nullable Outcome<T> awaitOutcome(Duration deadline) {
        if (!done()) {
            lock.lock();
            try {
                waits.await(known, deadline, this::done, this::wake);
            } catch (InterruptedException _) {
                throw RealTask.interrupted();
            } finally {
                lock.unlock();
            }
        }
        return outcome.get();
    }

    @Override
    public boolean done() {
        return outcome.get() != null;
    }
}
