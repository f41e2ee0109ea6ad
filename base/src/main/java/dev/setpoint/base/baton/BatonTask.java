package dev.setpoint.base.baton;

import dev.setpoint.base.Task;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A thread that runs only while it has the baton. Its fields belong to the holder of the baton, but for
/// `granted`, through which the baton passes from thread to thread and with it the sight of everything done
/// before.
final class BatonTask implements Task, Step {
    enum Wake {
        /// What it waited for may have come.
        SIGNALLED,
        /// Its deadline came.
        DUE,
        CANCELLED,
        KILLED,
        /// Outsiders only: nobody can run any more before the horizon.
        QUIET
    }

    private final Baton baton;
    final BatonProcess process;
    private final String name;
    private final long number;
    private final @Nullable Runnable body;
    private @Nullable Thread thread;
    private volatile boolean granted;

    boolean cancelled;
    boolean ended;

    /// Why it was woken last; of meaning only right after a wait.
    Wake wake = Wake.SIGNALLED;

    /// The list in which it waits, unless it runs, is ready, or only sleeps.
    @Nullable
    WaitList waitingIn;

    /// Until when it waits or sleeps, unless it runs, is ready, or waits without end.
    @Nullable
    Alarm alarm;

    /// Set while it waits for something that its own cancellation must not cut short.
    boolean deafToCancellation;

    final WaitList joiners;

    BatonTask(Baton baton, BatonProcess process, String name, long number, Runnable body) {
        this(baton, process, name, number, body, null);
    }

    /// A stand-in for a thread from outside, for as long as it waits for the world.
    static BatonTask outsider(Baton baton, BatonProcess root, long number) {
        return new BatonTask(baton, root, "outside", number, null, Thread.currentThread());
    }

    private BatonTask(
            Baton baton,
            BatonProcess process,
            String name,
            long number,
            @Nullable Runnable body,
            @Nullable Thread thread) {
        this.baton = baton;
        this.process = process;
        this.name = name;
        this.number = number;
        this.body = body;
        this.thread = thread;
        this.joiners = new WaitList("the end of a task");
    }

    boolean isOutsider() {
        return body == null;
    }

    boolean begun() {
        return thread != null;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    /// Passes the baton to this task. The caller must not touch the world any more.
    void grant() {
        if (thread == null) {
            thread = Thread.ofVirtual().name(label()).unstarted(this::run);
            baton.isHeldBy(this, thread);
            thread.start();
        } else {
            baton.isHeldBy(this, thread);
            granted = true;
            LockSupport.unpark(thread);
        }
    }

    /// Returns with the baton. For tasks, whose threads nobody interrupts.
    void awaitGrant() {
        while (!granted) {
            LockSupport.park(this);
        }
        granted = false;
    }

    /// Returns with the baton, or false when so much real time passed without it. For outsiders: their
    /// thread's mark of interruption, which would make the loop spin, is put aside and back.
    boolean awaitGrant(Duration realTime) {
        long end = System.nanoTime() + realTime.toNanos();
        boolean interrupted = false;
        while (!granted && System.nanoTime() < end) {
            LockSupport.parkNanos(this, end - System.nanoTime());
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!granted) {
            return false;
        }
        granted = false;
        return true;
    }

    private void run() {
        Throwable failure = null;
        try {
            if (body != null) {
                body.run();
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        baton.finish(this, failure);
    }

    @Override
    public String name() {
        return process.path + "/" + name;
    }

    @Override
    public String label() {
        return process.path + "/" + name + "#" + number;
    }

    @Override
    public String processPath() {
        return process.path;
    }

    @Override
    public BatonProcess process() {
        return process;
    }

    String describe() {
        if (waitingIn != null) {
            return label() + " waits for " + waitingIn.what;
        }
        return label() + (alarm != null ? " sleeps" : " is ready");
    }

    @Override
    public void cancel() {
        baton.access(() -> baton.cancel(this));
    }

    @Override
    public boolean join(Duration deadline) {
        return baton.access(() -> {
            long due = baton.schedule.due(deadline);
            baton.giveWay();
            while (!ended && baton.await(joiners, due)) {}
            return ended;
        });
    }

    @Override
    public boolean done() {
        return baton.access(() -> ended);
    }
}
