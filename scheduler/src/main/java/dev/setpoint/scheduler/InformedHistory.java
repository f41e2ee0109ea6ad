package dev.setpoint.scheduler;

import dev.setpoint.base.Env;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.preempt.PodHistory;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Optional;

/// Reads from the cache what is asked of pods only when some have to go.
final class InformedHistory implements PodHistory {
    private final Env env;
    private final Informer<Pod> pods;

    InformedHistory(Env env, Informer<Pod> pods) {
        this.env = env;
        this.pods = pods;
    }

    @Override
    public Instant started(PodInfo pod) {
        return current(pod)
                .map(Pod::getStatus)
                .map(status -> status.getStartTime())
                .map(Instant::parse)
                .orElseGet(env::wallTime);
    }

    @Override
    public boolean isPushedOut(PodInfo pod) {
        return current(pod).map(Pod::getStatus).stream()
                .flatMap(status -> status.getConditions().stream())
                .anyMatch(condition -> condition.getType().equals("DisruptionTarget")
                        && "True".equals(condition.getStatus())
                        && "PreemptionByScheduler".equals(condition.getReason()));
    }

    private Optional<Pod> current(PodInfo pod) {
        return pods.find(pod.key()).filter(found -> found.getMetadata().getUid().equals(pod.uid()));
    }
}
