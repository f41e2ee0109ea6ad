package dev.setpoint.benchmarks.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts the events of one type on any number of watches, and the watches that ended.
public final class EventCount {
    private static final long PATIENCE_SECONDS = 300;

    private final char type;
    private final Semaphore heard = new Semaphore(0);
    private final AtomicInteger ended = new AtomicInteger();

    private EventCount(char type) {
        this.type = type;
    }

    public static EventCount ofAdded() {
        return new EventCount('A');
    }

    public static EventCount ofModified() {
        return new EventCount('M');
    }

    public static EventCount ofDeleted() {
        return new EventCount('D');
    }

    void heard(char what) {
        if (what == type) {
            heard.release();
        }
    }

    void ended() {
        ended.incrementAndGet();
    }

    /// How many watches ended, though nobody asked for it.
    public int cutOff() {
        return ended.get();
    }

    /// Waits for so many events more.
    public void await(int count) throws InterruptedException {
        if (!heard.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(heard.availablePermits() + " events in " + PATIENCE_SECONDS
                    + " s (expected: " + count + "), " + ended.get() + " watches ended");
        }
    }
}
