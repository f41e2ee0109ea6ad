package dev.setpoint.base.real;

import dev.setpoint.base.Timer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One action on the timers' thread. Whoever flips `over` first decides whether it happens.
final class RealTimer implements Timer, Runnable {
    private static final Logger log = LoggerFactory.getLogger(RealTimer.class);

    private final RealEnv owner;
    private final Runnable action;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable ScheduledFuture<?> scheduled;

    RealTimer(RealEnv owner, Runnable action) {
        this.owner = owner;
        this.action = action;
    }

    void schedule(ScheduledExecutorService timers, long delayNanos) {
        try {
            scheduled = timers.schedule(this, delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // The root was closed meanwhile, which cancels every timer: this one too.
            cancel();
        }
    }

    @Override
    public boolean cancel() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        owner.ended(this);
        var future = scheduled;
        if (future != null) {
            future.cancel(false);
        }
        return true;
    }

    @Override
    public void run() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        owner.ended(this);
        try {
            action.run();
        } catch (Throwable failure) {
            log.error("a timer's action of {} failed", owner, failure);
        }
    }
}
