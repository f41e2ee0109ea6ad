package dev.setpoint.base.real;

import dev.setpoint.base.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

final class RealPromise<T> implements Promise<T> {
    private record Outcome<T>(@Nullable T value, @Nullable RuntimeException cause) {}

    private final AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();
    private final CountDownLatch known = new CountDownLatch(1);

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
        known.countDown();
        return true;
    }

    @Override
    public Optional<T> await(Duration deadline) {
        RealTask.checkCancelled();
        try {
            if (!known.await(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
        } catch (InterruptedException _) {
            throw RealTask.interrupted();
        }
        var decided = Objects.requireNonNull(outcome.get());
        if (decided.cause != null) {
            throw decided.cause;
        }
        return Optional.ofNullable(decided.value);
    }

    @Override
    public boolean done() {
        return outcome.get() != null;
    }
}
