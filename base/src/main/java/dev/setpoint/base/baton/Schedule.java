package dev.setpoint.base.baton;

import dev.setpoint.base.baton.BatonTask.Wake;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Virtual time, who is ready, and whose time will come. Belongs to the holder of the baton.
final class Schedule {
    private static final int REMEMBERED_STEPS = 8;

    private final BatonOptions options;
    private final boolean traced;
    private final List<Step> ready = new ArrayList<>();
    private final List<Step> readyView = Collections.unmodifiableList(ready);

    /// Tasks that a kill is unwinding, then the killer. They go before everybody else and are never chosen
    /// among.
    private final ArrayDeque<BatonTask> urgent = new ArrayDeque<>();

    private final TreeSet<Alarm> alarms = new TreeSet<>();
    private long now;
    private long horizon;
    private BooleanSupplier arrived = () -> false;
    private long numbers;
    private long stepsAtThisTime;
    private volatile long steps;
    private final ArrayDeque<String> recent = new ArrayDeque<>(REMEMBERED_STEPS);

    Schedule(BatonOptions options) {
        this.options = options;
        this.traced = !options.trace().equals(Trace.NONE);
    }

    // ---- time --------------------------------------------------------------------------------------------------

    long now() {
        return now;
    }

    long due(Duration deadline) {
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(deadline));
        return nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
    }

    /// From here on time may move up to there.
    void mayMoveTo(long until) {
        mayMoveTo(until, () -> false);
    }

    /// The same, but no further than to where this holds; asked whenever everybody has come to rest.
    void mayMoveTo(long until, BooleanSupplier where) {
        horizon = until;
        arrived = where;
        stepsAtThisTime = 0;
    }

    /// Nobody can run before this time.
    void reach(long time) {
        now = Math.max(now, time);
    }

    /// Tasks and alarms are numbered in the order of their making.
    long nextNumber() {
        return ++numbers;
    }

    /// How often somebody was picked. Anybody may ask.
    long steps() {
        return steps;
    }

    // ---- who is next -------------------------------------------------------------------------------------------

    /// Null when nobody can run up to the horizon.
    ///
    /// @throws IllegalStateException when there are too many steps without time moving
    @Nullable
    Step next() {
        if (!urgent.isEmpty()) {
            return urgent.remove();
        }
        if (ready.isEmpty() && !moveTime()) {
            return null;
        }
        int choice = ready.size() == 1 ? 0 : options.chooser().choose(readyView);
        count(ready.get(choice), choice);
        return ready.remove(choice);
    }

    /// As [#next], but only those who are being unwound and whoever waits for that.
    @Nullable
    Step nextUrgent() {
        return urgent.poll();
    }

    // Only the holder of the baton writes `steps`; it is volatile for the outsider who watches for progress.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(Step step, int choice) {
        steps++;
        stepsAtThisTime++;
        if (stepsAtThisTime > options.stepLimit()) {
            throw new NoRestException("no rest after " + options.stepLimit() + " steps at " + Duration.ofNanos(now)
                    + "; the last were " + recent);
        }
        if (stepsAtThisTime > options.stepLimit() - REMEMBERED_STEPS) {
            recent.add(step.label());
        }
        if (traced) {
            options.trace().line(now + " " + (choice + 1) + "/" + ready.size() + " " + step.label());
        }
    }

    /// Moves on until somebody is ready; false when nobody will be up to the horizon. What rings in a frozen
    /// process makes nobody ready.
    private boolean moveTime() {
        while (ready.isEmpty()) {
            if (arrived.getAsBoolean() || alarms.isEmpty() || alarms.first().when > horizon) {
                return false;
            }
            now = Math.max(now, alarms.first().when);
            stepsAtThisTime = 0;
            recent.clear();
            while (!alarms.isEmpty() && alarms.first().when <= now) {
                ring(Objects.requireNonNull(alarms.pollFirst()));
            }
        }
        return true;
    }

    private void ring(Alarm alarm) {
        if (alarm.sleeper != null) {
            alarm.sleeper.alarm = null;
            wake(alarm.sleeper, Wake.DUE);
        } else {
            addReady(alarm);
        }
    }

    /// When the next alarm rings; [Long#MAX_VALUE] when none is set.
    long nextAlarm() {
        return alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().when;
    }

    /// When somebody can run next; [Long#MAX_VALUE] for never.
    long nextMoment() {
        return ready.isEmpty() ? Math.max(now, nextAlarm()) : now;
    }

    // ---- becoming ready ----------------------------------------------------------------------------------------

    void makeReady(BatonTask task) {
        task.wake = Wake.SIGNALLED;
        addReady(task);
    }

    private void addReady(Step step) {
        var list = step.process().frozen ? step.process().held : ready;
        list.add(step);
    }

    /// This task comes before everybody who is only ready.
    void makeUrgent(BatonTask task, Wake why) {
        task.wake = why;
        urgent.add(task);
    }

    boolean hasUrgent() {
        return !urgent.isEmpty();
    }

    void wake(BatonTask task, Wake why) {
        withdraw(task);
        task.wake = why;
        addReady(task);
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

    // ---- waiting, and not waiting any more ---------------------------------------------------------------------

    void enlist(BatonTask task, WaitList list) {
        list.add(task);
        task.waitingIn = list;
    }

    void setAlarm(BatonTask task, Alarm alarm) {
        task.alarm = alarm;
        alarms.add(alarm);
    }

    /// Takes a task out of whatever it waits in.
    void withdraw(BatonTask task) {
        if (task.waitingIn != null) {
            task.waitingIn.remove(task);
            task.waitingIn = null;
        }
        if (task.alarm != null) {
            alarms.remove(task.alarm);
            task.alarm = null;
        }
    }

    /// Takes a task out of here altogether.
    void remove(BatonTask task) {
        withdraw(task);
        ready.remove(task);
    }

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
}
