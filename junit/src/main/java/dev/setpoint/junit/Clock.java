package dev.setpoint.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/// The time of a cluster. It goes on by itself, as time does, until it is stopped; and it can be advanced.
///
/// Everything inside the cluster lives by it: controllers, leases, probes, cron jobs, and controllers that run in the
/// cluster ([Cluster#run]). A program outside, which has threads of its own, lives by the real time.
public final class Clock {
    private final Drive drive;

    Clock(Drive drive) {
        this.drive = drive;
    }

    public Instant now() {
        return drive.world().wallTime();
    }

    /// Lets time pass, from one timer in the cluster to the next; in between everybody comes to rest. A week takes
    /// seconds, and no CronJob is missed.
    public void advance(Duration duration) {
        drive.advance(duration);
    }

    /// Lets time pass until something holds, from timer to timer: as long as it takes and no longer.
    ///
    /// @param limit of the cluster's time
    /// @return false when the limit came first
    public boolean advanceUntil(Duration limit, BooleanSupplier condition) {
        return drive.advanceUntil(limit, condition);
    }

    /// From now on time passes only when it is advanced.
    public void stop() {
        drive.stop();
    }

    /// Lets time go on by itself again.
    public void resume() {
        drive.resume();
    }

    /// Lets everybody in the cluster do what there is to do now.
    public void settle() {
        drive.world().settle();
    }
}
