package dev.setpoint.base.baton;

import dev.setpoint.base.TaskKilled;
import dev.setpoint.base.baton.BatonTask.Wake;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
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
    private static final int REMEMBERED_STEPS = 8;

    final BatonOptions options;
    final BatonProcess root = new BatonProcess(null, "world");
    private final boolean traced;
    private final ReentrantLock outsiders = new ReentrantLock(true);

    /// Every thread reads it, but only the holder finds itself in it: a thread that gave the baton away wrote
    /// another value after its own.
    private @Nullable Thread holder;

    /// On whose behalf the holder acts: a task, a timer's action of a process, or neither, which is an
    /// outsider.
    private @Nullable BatonTask current;

    private @Nullable BatonProcess acting;
    private @Nullable BatonTask driver;

    private final List<Step> ready = new ArrayList<>();
    private final List<Step> readyView = Collections.unmodifiableList(ready);

    /// Tasks that a kill is unwinding, then the killer. They go before everybody else and are never chosen
    /// among.
    private final ArrayDeque<BatonTask> urgent = new ArrayDeque<>();

    private final TreeSet<Alarm> alarms = new TreeSet<>();
    private long now;
    private long horizon;
    private long numbers;
    private long stepsAtThisTime;
    private volatile long steps;
    private final ArrayDeque<String> recent = new ArrayDeque<>(REMEMBERED_STEPS);
    private final List<IllegalStateException> uncaught = new ArrayList<>();

    /// Why the world cannot go on. `stuck` is when the baton does not come back at all.
    private volatile @Nullable IllegalStateException broken;

    private volatile boolean stuck;

    Baton(BatonOptions options) {
        this.options = options;
        this.traced = !options.trace().equals(Trace.NONE);
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
        return current != null ? current : BatonTask.outsider(this, root, ++numbers);
    }

    boolean isCurrent(BatonTask task) {
        return task == current;
    }

    long now() {
        return now;
    }

    long due(Duration deadline) {
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(deadline));
        return nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
    }

    long nextNumber() {
        return ++numbers;
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /// Lets others run first.
    void giveWay() {
        var self = self();
        checkCancelled(self);
        makeReady(self);
        pause(self, now);
    }

    void sleepUntil(long due) {
        if (due <= now) {
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
        if (due <= now) {
            return false;
        }
        list.add(self);
        self.waitingIn = list;
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
        list.add(self);
        self.waitingIn = list;
        self.deafToCancellation = true;
        try {
            pause(self, now);
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
        task.alarm = Alarm.wakes(task, this, due, ++numbers);
        alarms.add(task.alarm);
    }

    private void pause(BatonTask self, long until) {
        passBaton(self, until);
        if (self.isOutsider() && self.wake == Wake.QUIET) {
            withdraw(self);
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
        if (current != null || acting != null) {
            throw new IllegalStateException("only a thread from outside moves time; a task sleeps");
        }
        failIfBroken();
        passBaton(self(), until);
        failIfBroken();
        now = Math.max(now, until);
        raiseUncaught();
    }

    /// Gives the baton away and comes back with it.
    private void passBaton(BatonTask self, long until) {
        if (self.isOutsider()) {
            driver = self;
            horizon = until;
            stepsAtThisTime = 0;
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
        long seen = steps;
        while (!self.awaitGrant(options.stuckAfter())) {
            if (seen == steps) {
                broken = new IllegalStateException(whoIsStuck());
                stuck = true;
                throw broken;
            }
            seen = steps;
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
            // Whoever chooses or listens failed: without this the baton would be lost and everybody would wait.
            broken = new IllegalStateException("the scheduler failed", failure);
        }
        if (next != null) {
            return next;
        }
        var home = Objects.requireNonNull(driver, "the world runs only while somebody drives it");
        home.wake = Wake.QUIET;
        return home;
    }

    /// Null when nobody can run up to the horizon.
    private @Nullable BatonTask next() {
        while (true) {
            if (!urgent.isEmpty()) {
                return urgent.remove();
            }
            if (broken != null) {
                return null;
            }
            if (ready.isEmpty()) {
                if (!moveTime()) {
                    return null;
                }
                continue;
            }
            int choice = ready.size() == 1 ? 0 : options.chooser().choose(readyView);
            var step = ready.get(choice);
            if (!count(step, choice)) {
                return null;
            }
            ready.remove(choice);
            switch (step) {
                case BatonTask task -> {
                    return task;
                }
                case Alarm alarm -> act(alarm);
            }
        }
    }

    // Only the holder of the baton writes `steps`; it is volatile for the outsider who watches for progress.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private boolean count(Step step, int choice) {
        steps++;
        stepsAtThisTime++;
        if (stepsAtThisTime > options.stepLimit()) {
            broken = new IllegalStateException("no rest after " + options.stepLimit() + " steps at "
                    + Duration.ofNanos(now) + "; the last were " + recent);
            return false;
        }
        if (stepsAtThisTime > options.stepLimit() - REMEMBERED_STEPS) {
            recent.add(step.label());
        }
        if (traced) {
            options.trace().line(now + " " + (choice + 1) + "/" + ready.size() + " " + step.label());
        }
        return true;
    }

    /// False when nothing is due up to the horizon.
    private boolean moveTime() {
        if (alarms.isEmpty() || alarms.first().when > horizon) {
            return false;
        }
        now = Math.max(now, alarms.first().when);
        stepsAtThisTime = 0;
        recent.clear();
        while (!alarms.isEmpty() && alarms.first().when <= now) {
            var alarm = Objects.requireNonNull(alarms.pollFirst());
            if (alarm.sleeper != null) {
                alarm.sleeper.alarm = null;
                wake(alarm.sleeper, Wake.DUE);
            } else {
                addReady(alarm);
            }
        }
        return true;
    }

    /// When the next alarm rings; [Long#MAX_VALUE] when none is set.
    long nextAlarm() {
        return alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().when;
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

    void makeReady(BatonTask task) {
        task.wake = Wake.SIGNALLED;
        addReady(task);
    }

    private void addReady(Step step) {
        var list = step.process().frozen ? step.process().held : ready;
        list.add(step);
    }

    private void wake(BatonTask task, Wake why) {
        withdraw(task);
        task.wake = why;
        addReady(task);
    }

    /// Takes a task out of whatever it waits in.
    private void withdraw(BatonTask task) {
        if (task.waitingIn != null) {
            task.waitingIn.remove(task);
            task.waitingIn = null;
        }
        if (task.alarm != null) {
            alarms.remove(task.alarm);
            task.alarm = null;
        }
    }

    void signal(WaitList list) {
        var task = list.first();
        if (task != null) {
            wake(task, Wake.SIGNALLED);
        }
    }

    void signalAll(WaitList list) {
        for (var task = list.first(); task != null; task = list.first()) {
            wake(task, Wake.SIGNALLED);
        }
    }

    // ---- what befalls tasks, timers and processes ---------------------------------------------------------------

    void add(Alarm action) {
        action.process().actions.add(action);
        alarms.add(action);
    }

    /// False when the alarm has acted or was revoked before. One that is due but has not acted yet is still
    /// revoked.
    boolean revoke(Alarm action) {
        action.process().actions.remove(action);
        return alarms.remove(action)
                || ready.remove(action)
                || action.process().held.remove(action);
    }

    void cancel(BatonTask task) {
        task.cancelled = true;
        boolean waits = task.waitingIn != null || task.alarm != null;
        if (waits && !task.deafToCancellation) {
            wake(task, Wake.CANCELLED);
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
        signalAll(task.joiners);
    }

    private void report(String label, Throwable failure) {
        log.error("{} ended by an uncaught error", label, failure);
        uncaught.add(new IllegalStateException(label + " ended by an uncaught error: " + failure, failure));
    }

    /// Ends every task of these processes here and now: when this returns, their threads have unwound.
    void kill(List<BatonProcess> processes) {
        for (var process : processes) {
            thaw(process);
            process.killed = true;
            List.copyOf(process.actions).forEach(this::revoke);
            List.copyOf(process.tasks).forEach(this::kill);
        }
        if (acting == null && !urgent.isEmpty()) {
            var self = self();
            self.wake = Wake.SIGNALLED;
            urgent.add(self);
            pause(self, now);
        }
    }

    private void kill(BatonTask task) {
        if (task == current) {
            return;
        }
        withdraw(task);
        ready.remove(task);
        if (task.begun()) {
            task.wake = Wake.KILLED;
            urgent.add(task);
        } else {
            end(task);
        }
    }

    void freeze(BatonProcess process) {
        process.frozen = true;
        ready.stream().filter(step -> step.process() == process).forEach(process.held::add);
        ready.removeIf(step -> step.process() == process);
    }

    void thaw(BatonProcess process) {
        process.frozen = false;
        ready.addAll(process.held);
        process.held.clear();
    }

    /// Cancels all that belongs to a process and waits for its tasks, but for the one that closes.
    void close(BatonProcess process) {
        if (process == root && !stuck) {
            broken = null;
        }
        thaw(process);
        List.copyOf(process.actions).forEach(this::revoke);
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
