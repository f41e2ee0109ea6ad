package dev.setpoint.base.real;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Waits on conditions, each with a deadline.
///
/// A virtual thread that parks with a timeout makes the JDK's timer thread wake up, and once more when the wait is over
/// before its time: two wake-ups for each of thousands of waits a second, of which hardly one lasts until its deadline.
/// So it parks without, and the deadline is an entry among the timers, which wake up for the next of them alone.
final class Waits {
    private final ScheduledExecutorService timers;

    Waits(ScheduledExecutorService timers) {
        this.timers = timers;
    }

    /// Called with the condition's lock held. False when the deadline came first.
    ///
    /// @param wake makes everybody look again who waits on the condition
    boolean await(Condition condition, Duration deadline, BooleanSupplier so, Runnable wake)
            throws InterruptedException {
        long nanos = TimeUnit.NANOSECONDS.convert(deadline);
        long end = System.nanoTime() + nanos;
        ScheduledFuture<?> alarm = Thread.currentThread().isVirtual() && nanos > 0 ? alarm(nanos, wake) : null;
        try {
            while (!so.getAsBoolean()) {
                long remaining = end - System.nanoTime();
                if (remaining <= 0) {
                    return false;
                }
                if (alarm != null) {
                    condition.await();
                } else {
                    condition.awaitNanos(remaining);
                }
            }
            return true;
        } finally {
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
    }

    private @Nullable ScheduledFuture<?> alarm(long nanos, Runnable wake) {
        try {
            return timers.schedule(wake, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            return null; // The world is closed: whoever is left in it looks at the clock for himself.
        }
    }
}
