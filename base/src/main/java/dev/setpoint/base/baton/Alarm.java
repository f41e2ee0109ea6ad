package dev.setpoint.base.baton;

import dev.setpoint.base.Timer;
import org.jspecify.annotations.Nullable;

/// A moment at which something becomes ready: a task that waits no longer than until then, or a timer's
/// action. Alarms of one moment ring in the order in which they were set.
final class Alarm implements Timer, Step, Comparable<Alarm> {
    private final Baton baton;
    private final BatonProcess process;
    final long when;
    private final long number;

    /// Exactly one of these two is there.
    final @Nullable BatonTask sleeper;

    private final @Nullable Runnable action;

    static Alarm wakes(BatonTask sleeper, Baton baton, long when, long number) {
        return new Alarm(baton, sleeper.process, when, number, sleeper, null);
    }

    static Alarm runs(Runnable action, Baton baton, BatonProcess process, long when, long number) {
        return new Alarm(baton, process, when, number, null, action);
    }

    private Alarm(
            Baton baton,
            BatonProcess process,
            long when,
            long number,
            @Nullable BatonTask sleeper,
            @Nullable Runnable action) {
        this.baton = baton;
        this.process = process;
        this.when = when;
        this.number = number;
        this.sleeper = sleeper;
        this.action = action;
    }

    void act() {
        if (action != null) {
            action.run();
        }
    }

    @Override
    public boolean cancel() {
        return baton.access(() -> baton.schedule.revoke(this));
    }

    @Override
    public String label() {
        return process.path + "/timer#" + number;
    }

    @Override
    public String processPath() {
        return process.path;
    }

    @Override
    public BatonProcess process() {
        return process;
    }

    @Override
    public int compareTo(Alarm other) {
        int byTime = Long.compare(when, other.when);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
