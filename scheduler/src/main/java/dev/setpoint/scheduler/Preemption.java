package dev.setpoint.scheduler;

import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.plugin.Diagnosis;
import dev.setpoint.scheduler.plugin.Rejection;
import java.util.ArrayList;
import java.util.List;

/// Why no other pod was pushed out for one that waits.
final class Preemption {
    private Preemption() {}

    static String explain(PendingPod pod, Diagnosis diagnosis) {
        if (!pod.preempts()) {
            return "not eligible due to preemptionPolicy=Never.";
        }
        List<String> reasons = new ArrayList<>();
        for (Rejection rejection : diagnosis.rejected().values()) {
            if (rejection.resolvable()) {
                reasons.add("No preemption victims found for incoming pod");
            }
        }
        return diagnosis.preemptionMessage(reasons);
    }
}
