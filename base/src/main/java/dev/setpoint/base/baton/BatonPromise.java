package dev.setpoint.base.baton;

import dev.setpoint.base.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class BatonPromise<T> implements Promise<T> {
    private final Baton baton;
    private final WaitList waiting = new WaitList("a promise");
    private boolean decided;
    private @Nullable T value;
    private @Nullable RuntimeException cause;

    BatonPromise(Baton baton) {
        this.baton = baton;
    }

    @Override
    public boolean complete(T newValue) {
        return decide(Objects.requireNonNull(newValue), null);
    }

    @Override
    public boolean fail(RuntimeException newCause) {
        return decide(null, newCause);
    }

    private boolean decide(@Nullable T newValue, @Nullable RuntimeException newCause) {
        return baton.access(() -> {
            if (decided) {
                return false;
            }
            decided = true;
            value = newValue;
            cause = newCause;
            baton.schedule.signalAll(waiting);
            return true;
        });
    }

    @Override
    public Optional<T> await(Duration deadline) {
        return baton.access(() -> {
            long due = baton.schedule.due(deadline);
            baton.giveWay();
            while (!decided && baton.await(waiting, due)) {}
            if (cause != null) {
                throw cause;
            }
            return Optional.ofNullable(value);
        });
    }

    @Override
    public boolean done() {
        return baton.access(() -> decided);
    }
}
