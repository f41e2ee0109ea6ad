package dev.setpoint.base.baton;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.TaskKilled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

final class BatonQueue<T> implements BoundedQueue<T> {
    private final Baton baton;
    private final int capacity;
    private final ArrayDeque<T> elements = new ArrayDeque<>();
    private final WaitList takers = new WaitList("something in a queue");
    private final WaitList putters = new WaitList("room in a queue");
    private boolean closed;

    BatonQueue(Baton baton, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: >= 1)");
        }
        this.baton = baton;
        this.capacity = capacity;
    }

    @Override
    public boolean offer(T element) {
        Objects.requireNonNull(element);
        return baton.access(() -> add(element));
    }

    @Override
    public boolean put(T element, Duration deadline) {
        Objects.requireNonNull(element);
        return baton.access(() -> {
            awaitIn(putters, () -> closed || elements.size() < capacity, deadline);
            return add(element);
        });
    }

    private boolean add(T element) {
        if (closed || elements.size() >= capacity) {
            return false;
        }
        elements.add(element);
        baton.schedule.signal(takers);
        return true;
    }

    @Override
    public Optional<T> take(Duration deadline) {
        return baton.access(() -> {
            awaitIn(takers, () -> closed || !elements.isEmpty(), deadline);
            return Optional.ofNullable(poll());
        });
    }

    @Override
    public List<T> takeBatch(int limit, Duration deadline) {
        return baton.access(() -> {
            awaitIn(takers, () -> closed || !elements.isEmpty(), deadline);
            var batch = new ArrayList<T>(Math.min(limit, elements.size()));
            while (batch.size() < limit && !elements.isEmpty()) {
                batch.add(poll());
            }
            return batch;
        });
    }

    private @Nullable T poll() {
        var element = elements.poll();
        if (element != null) {
            baton.schedule.signal(putters);
        }
        return element;
    }

    private void awaitIn(WaitList list, BooleanSupplier condition, Duration deadline) {
        long due = baton.schedule.due(deadline);
        try {
            baton.giveWay();
            while (!condition.getAsBoolean()) {
                if (!baton.await(list, due)) {
                    return;
                }
            }
        } catch (CancellationException | TaskKilled ending) {
            // It may have been woken and then ended before it could act: its turn goes to the next in line.
            if (condition.getAsBoolean()) {
                baton.schedule.signal(list);
            }
            throw ending;
        }
    }

    @Override
    public int size() {
        return baton.access(elements::size);
    }

    @Override
    public boolean closed() {
        return baton.access(() -> closed);
    }

    @Override
    public void close() {
        baton.access(() -> {
            closed = true;
            baton.schedule.signalAll(takers);
            baton.schedule.signalAll(putters);
        });
    }
}
