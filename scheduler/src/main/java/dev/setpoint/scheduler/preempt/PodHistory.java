package dev.setpoint.scheduler.preempt;

import dev.setpoint.scheduler.cluster.PodInfo;
import java.time.Instant;

/// What is asked of pods only when some have to go.
public interface PodHistory {
    /// Since when it runs; now, when it does not run yet.
    Instant started(PodInfo pod);

    /// Whether it is going because the scheduler pushed it out.
    boolean isPushedOut(PodInfo pod);
}
