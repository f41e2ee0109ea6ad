package dev.setpoint.base.real;

import dev.setpoint.base.BoundedQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

final class RealQueue<T> implements BoundedQueue<T> {
    private final Waits waits;
    private final int capacity;
    private final ArrayDeque<T> elements;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition something = lock.newCondition();
    private boolean closed;

    RealQueue(Waits waits, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: >= 1)");
        }
        this.waits = waits;
        this.capacity = capacity;
        this.elements = new ArrayDeque<>(Math.min(capacity, 16));
    }

    @Override
    public boolean offer(T element) {
        Objects.requireNonNull(element);
        lock.lock();
        try {
            return add(element);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean put(T element, Duration deadline) {
        Objects.requireNonNull(element);
        RealTask.checkCancelled();
        lock.lock();
        try {
            return (mayAdd() || waits.await(room, deadline, this::mayAdd, this::wakeAll)) && add(element);
        } catch (InterruptedException _) {
            throw RealTask.interrupted();
        } finally {
            lock.unlock();
        }
    }

    /// Or need not wait any longer.
    private boolean mayAdd() {
        return closed || elements.size() < capacity;
    }

    private boolean add(T element) {
        if (closed || elements.size() >= capacity) {
            return false;
        }
        elements.add(element);
        something.signal();
        return true;
    }

    @Override
    public Optional<T> take(Duration deadline) {
        RealTask.checkCancelled();
        lock.lock();
        try {
            if (!awaitSomething(deadline)) {
                return Optional.empty();
            }
            room.signal();
            return Optional.of(elements.remove());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<T> takeBatch(int limit, Duration deadline) {
        RealTask.checkCancelled();
        lock.lock();
        try {
            if (!awaitSomething(deadline)) {
                return List.of();
            }
            var batch = new ArrayList<T>(Math.min(limit, elements.size()));
            while (batch.size() < limit && !elements.isEmpty()) {
                batch.add(elements.remove());
            }
            room.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// False when the deadline came first, or when closed and drained.
    private boolean awaitSomething(Duration deadline) {
        try {
            return (mayTake() || waits.await(something, deadline, this::mayTake, this::wakeAll)) && !elements.isEmpty();
        } catch (InterruptedException _) {
            throw RealTask.interrupted();
        }
    }

    /// Or need not wait any longer.
    private boolean mayTake() {
        return closed || !elements.isEmpty();
    }

    @Override
    public int size() {
        lock.lock();
        try {
            return elements.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        lock.lock();
        try {
            room.signalAll();
            something.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
