package dev.setpoint.base.real;

import dev.setpoint.base.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A thread with a name, a mark for its cancellation and a latch for its end.
final class RealTask implements Task {
    private static final Logger log = LoggerFactory.getLogger(RealTask.class);
    private static final ScopedValue<RealTask> CURRENT = ScopedValue.newInstance();

    private final String name;
    private final Consumer<RealTask> onEnd;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean cancelled;

    RealTask(String name, Runnable body, Consumer<RealTask> onEnd, Thread.Builder builder) {
        this.name = name;
        this.onEnd = onEnd;
        this.thread = builder.name(name).unstarted(() -> run(body));
    }

    /// What every primitive that may wait does first.
    static void checkCancelled() {
        if (CURRENT.isBound() && CURRENT.get().cancelled) {
            throw cancellation();
        }
    }

    /// How an interrupted wait ends. A thread that is no task of ours, or was interrupted by somebody else,
    /// keeps its mark of interruption.
    static CancellationException interrupted() {
        if (CURRENT.isBound() && CURRENT.get().cancelled) {
            return cancellation();
        }
        Thread.currentThread().interrupt();
        return new CancellationException(Thread.currentThread().getName() + " was interrupted");
    }

    /// Clears the interruption that [#cancel] caused, lest it disturb what the task does to tidy up.
    private static CancellationException cancellation() {
        Thread.interrupted();
        return new CancellationException("task " + CURRENT.get().name + " was cancelled");
    }

    void begin() {
        thread.start();
    }

    private void run(Runnable body) {
        try {
            ScopedValue.where(CURRENT, this).run(body);
        } catch (CancellationException cancellation) {
            if (!cancelled) {
                log.error("task {} ended by a cancellation that nobody asked for", name, cancellation);
            }
        } catch (Throwable failure) {
            log.error("task {} ended by an uncaught error", name, failure);
        } finally {
            onEnd.accept(this);
            ended.countDown();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void cancel() {
        cancelled = true;
        thread.interrupt();
    }

    @Override
    public boolean join(Duration deadline) {
        checkCancelled();
        try {
            return ended.await(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    /// Closing goes on though the closer itself was cancelled or interrupted.
    boolean awaitEndThoughCancelled(Duration deadline) {
        long remaining = TimeUnit.NANOSECONDS.convert(deadline);
        long end = System.nanoTime() + remaining;
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return ended.await(remaining, TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    wasInterrupted = true;
                    remaining = end - System.nanoTime();
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean done() {
        return ended.getCount() == 0;
    }

    boolean isCurrent() {
        return Thread.currentThread().equals(thread);
    }

    String whereItIs() {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n  at ", "\n  at ", ""));
    }
}
