package dev.setpoint.base.baton;

import dev.setpoint.base.TaskKilled;
import dev.setpoint.base.baton.BatonTask.Wake;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The scheduler. All state here and in processes, tasks, queues and promises belongs to the holder of the
/// baton and needs no lock: the baton passes from thread to thread through a volatile field of [BatonTask].
///
/// Whoever gives the baton away picks the next holder on its own thread and wakes it directly. A thread from
/// outside takes the baton while the world stands still (`outsiders` lets in one at a time); while it waits
/// for something it drives the world: it is the one to whom the baton returns when nobody else can run up to
/// the `horizon`.
final class Baton {
    private static final Logger log = LoggerFactory.getLogger(Baton.class);

    final BatonOptions options;
    final Schedule schedule;
    final BatonProcess root = new BatonProcess(null, "world");
    private final ReentrantLock outsiders = new ReentrantLock(true);

    /// Every thread reads it, but only the holder finds itself in it: a thread that gave the baton away wrote
    /// another value after its own.
    private @Nullable Thread holder;

    /// On whose behalf the holder acts: a task, a timer's action of a process, or neither, which is an
    /// outsider.
    private @Nullable BatonTask current;

    private @Nullable BatonProcess acting;
    private @Nullable BatonTask driver;

    private final List<IllegalStateException> uncaught = new ArrayList<>();

    /// Why the world cannot go on. `stuck` is when the baton does not come back at all.
    private volatile @Nullable IllegalStateException broken;

    private volatile boolean stuck;

    Baton(BatonOptions options) {
        this.options = options;
        this.schedule = new Schedule(options);
    }

    // ---- access ------------------------------------------------------------------------------------------------

    /// The way into every primitive. A thread from outside waits here until the world stands still; a killed
    /// task ends here.
    <T> T access(Supplier<T> primitive) {
        if (Thread.currentThread().equals(holder)) {
            var process = current != null ? current.process : acting;
            if (process != null && process.killed) {
                throw new TaskKilled(process.path);
            }
            return primitive.get();
        }
        outsiders.lock();
        try {
            if (stuck) {
                throw new IllegalStateException("this world is stuck", broken);
            }
            holder = Thread.currentThread();
            return primitive.get();
        } finally {
            if (!stuck) {
                holder = null;
            }
            outsiders.unlock();
        }
    }

    void access(Runnable primitive) {
        access(() -> {
            primitive.run();
            return true;
        });
    }

    void isHeldBy(BatonTask task, Thread thread) {
        current = task.isOutsider() ? null : task;
        holder = thread;
    }

    /// The task that runs, or a stand-in for the thread from outside.
    private BatonTask self() {
        if (acting != null) {
            throw new IllegalStateException("a timer's action of " + acting.path + " must not wait");
        }
        return current != null ? current : BatonTask.outsider(this, root, schedule.nextNumber());
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /// Lets others run first.
    void giveWay() {
        var self = self();
        checkCancelled(self);
        schedule.makeReady(self);
        pause(self, schedule.now());
    }

    void sleepUntil(long due) {
        if (due <= schedule.now()) {
            giveWay();
            return;
        }
        var self = self();
        checkCancelled(self);
        setAlarm(self, due);
        pause(self, due);
    }

    /// @return false when `due` came first; true is only a hint to look again
    boolean await(WaitList list, long due) {
        var self = self();
        checkCancelled(self);
        if (due <= schedule.now()) {
            return false;
        }
        schedule.enlist(self, list);
        if (due != Long.MAX_VALUE) {
            setAlarm(self, due);
        }
        pause(self, due);
        return self.wake == Wake.SIGNALLED;
    }

    /// Waits without a deadline, although the waiting task may have been cancelled: how an `Env` waits for
    /// its tasks. Time does not move for it, since a cancelled task needs none to end.
    void awaitThoughCancelled(WaitList list) {
        var self = self();
        schedule.enlist(self, list);
        self.deafToCancellation = true;
        try {
            pause(self, schedule.now());
        } finally {
            self.deafToCancellation = false;
        }
    }

    private static void checkCancelled(BatonTask task) {
        if (task.cancelled && !task.deafToCancellation) {
            throw new CancellationException("task " + task.label() + " was cancelled");
        }
    }

    private void setAlarm(BatonTask task, long due) {
        schedule.setAlarm(task, Alarm.wakes(task, this, due, schedule.nextNumber()));
    }

    private void pause(BatonTask self, long until) {
        if (self.isOutsider()) {
            schedule.mayMoveTo(until);
        }
        passBaton(self);
        if (self.isOutsider() && self.wake == Wake.QUIET) {
            schedule.withdraw(self);
            failIfBroken();
            throw new IllegalStateException("nobody can run and " + self.label() + " still waits; " + root.describe());
        }
        if (self.process.killed) {
            throw new TaskKilled(self.process.path);
        }
        checkCancelled(self);
    }

    /// Lets every task come to rest, then moves on from alarm to alarm until `until`.
    void drive(long until) {
        var self = outsider();
        schedule.mayMoveTo(until);
        passBaton(self);
        failIfBroken();
        schedule.reach(until);
        raiseUncaught();
    }

    /// The same, but stays where everybody is at rest and `arrived` holds.
    ///
    /// @return whether it does
    boolean driveTo(BooleanSupplier arrived, long until) {
        var self = outsider();
        var there = new AtomicBoolean();
        schedule.mayMoveTo(until, () -> {
            there.set(asOutsider(arrived));
            return there.get();
        });
        passBaton(self);
        failIfBroken();
        if (!there.get()) {
            schedule.reach(until);
        }
        raiseUncaught();
        return there.get();
    }

    private BatonTask outsider() {
        if (current != null || acting != null) {
            throw new IllegalStateException("only a thread from outside moves time; a task sleeps");
        }
        failIfBroken();
        return self();
    }

    /// Whoever holds the baton asks this for the driver.
    private boolean asOutsider(BooleanSupplier question) {
        var before = current;
        current = null;
        try {
            return question.getAsBoolean();
        } finally {
            current = before;
        }
    }

    /// Gives the baton away and comes back with it.
    private void passBaton(BatonTask self) {
        if (self.isOutsider()) {
            driver = self;
        }
        var next = nextOrDriver();
        if (next == self) {
            isHeldBy(self, Thread.currentThread());
        } else {
            next.grant();
            awaitBaton(self);
        }
        if (self.isOutsider()) {
            driver = null;
        }
    }

    private void awaitBaton(BatonTask self) {
        if (!self.isOutsider()) {
            self.awaitGrant();
            return;
        }
        long seen = schedule.steps();
        while (!self.awaitGrant(options.stuckAfter())) {
            if (seen == schedule.steps()) {
                broken = new IllegalStateException(whoIsStuck());
                stuck = true;
                throw broken;
            }
            seen = schedule.steps();
        }
    }

    void failIfBroken() {
        if (broken != null) {
            throw new IllegalStateException("this world cannot go on", broken);
        }
    }

    void raiseUncaught() {
        if (!uncaught.isEmpty()) {
            var first = uncaught.getFirst();
            uncaught.stream().skip(1).forEach(first::addSuppressed);
            uncaught.clear();
            throw first;
        }
    }

    // ---- scheduling --------------------------------------------------------------------------------------------

    private BatonTask nextOrDriver() {
        BatonTask next = null;
        try {
            next = next();
        } catch (Throwable failure) {
            // The world never rests, or whoever chooses or listens failed. Without this the baton would be lost.
            broken = new IllegalStateException("the scheduler stopped", failure);
        }
        if (next != null) {
            return next;
        }
        var home = Objects.requireNonNull(driver, "the world runs only while somebody drives it");
        home.wake = Wake.QUIET;
        return home;
    }

    /// Runs the actions of timers on the way. Null when nobody can run up to the horizon.
    private @Nullable BatonTask next() {
        while (true) {
            switch (broken == null ? schedule.next() : schedule.nextUrgent()) {
                case BatonTask task -> {
                    return task;
                }
                case Alarm alarm -> act(alarm);
                case null -> {
                    return null;
                }
            }
        }
    }

    private void act(Alarm alarm) {
        alarm.process().actions.remove(alarm);
        var before = current;
        current = null;
        acting = alarm.process();
        try {
            alarm.act();
        } catch (TaskKilled _) {
            // The action killed its own process.
        } catch (Throwable failure) {
            report(alarm.label(), failure);
        } finally {
            acting = null;
            current = before;
        }
    }

    // ---- what befalls tasks, timers and processes ---------------------------------------------------------------

    void cancel(BatonTask task) {
        task.cancelled = true;
        boolean waits = task.waitingIn != null || task.alarm != null;
        if (waits && !task.deafToCancellation) {
            schedule.wake(task, Wake.CANCELLED);
        }
    }

    /// The last act of a task's thread.
    void finish(BatonTask task, @Nullable Throwable failure) {
        boolean expected =
                failure instanceof TaskKilled || (failure instanceof CancellationException && task.cancelled);
        if (failure != null && !expected) {
            report(task.label(), failure);
        }
        end(task);
        nextOrDriver().grant();
    }

    private void end(BatonTask task) {
        task.ended = true;
        task.process.tasks.remove(task);
        schedule.signalAll(task.joiners);
    }

    private void report(String label, Throwable failure) {
        log.error("{} ended by an uncaught error", label, failure);
        uncaught.add(new IllegalStateException(label + " ended by an uncaught error: " + failure, failure));
    }

    /// Ends every task of these processes here and now: when this returns, their threads have unwound.
    void kill(List<BatonProcess> processes) {
        for (var process : processes) {
            schedule.thaw(process);
            process.killed = true;
            List.copyOf(process.actions).forEach(schedule::revoke);
            List.copyOf(process.tasks).forEach(this::kill);
        }
        if (acting == null && schedule.hasUrgent()) {
            var self = self();
            schedule.makeUrgent(self, Wake.SIGNALLED);
            pause(self, schedule.now());
        }
    }

    private void kill(BatonTask task) {
        if (task == current) {
            return;
        }
        schedule.remove(task);
        if (task.begun()) {
            schedule.makeUrgent(task, Wake.KILLED);
        } else {
            end(task);
        }
    }

    /// Cancels all that belongs to a process and waits for its tasks, but for the one that closes.
    void close(BatonProcess process) {
        if (process == root && !stuck) {
            broken = null;
        }
        schedule.thaw(process);
        List.copyOf(process.actions).forEach(schedule::revoke);
        var ending = List.copyOf(process.tasks);
        ending.forEach(this::cancel);
        for (var task : ending) {
            while (task != current && !task.ended) {
                awaitThoughCancelled(task.joiners);
            }
        }
    }

    private String whoIsStuck() {
        var task = current;
        var thread = task != null ? task.thread() : holder;
        var stack = thread == null
                ? ""
                : Arrays.stream(thread.getStackTrace())
                        .map(StackTraceElement::toString)
                        .collect(Collectors.joining("\n  at ", "\n  at ", ""));
        return (task != null ? task.label() : String.valueOf(thread)) + " has kept the baton for "
                + options.stuckAfter() + ": it waits for something outside Env, or never ends" + stack;
    }
}
