package dev.setpoint.controllers.deployment;

import dev.setpoint.controllers.workload.Amount;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;

/// What a Deployment's strategy allows, in numbers of pods.
///
///     4 replicas, maxSurge 25%, maxUnavailable 25%:  at most 5 pods, at least 3 of them available
///     1 replica,  maxSurge 25%, maxUnavailable 25%:  at most 2 pods, at least 1 of them available
///
/// @param rolls whether sets of several templates may have pods at the same time
/// @param replicas how many the Deployment wants
/// @param surge how many more there may be while a new template is rolled out
/// @param unavailable how many fewer may be available meanwhile
record RolloutLimits(boolean rolls, int replicas, int surge, int unavailable) {
    static RolloutLimits of(Deployment deployment) {
        int replicas = Metadata.orZero(deployment.getSpec().getReplicas());
        RollingUpdateDeployment rolling = deployment.getSpec().getStrategy().getRollingUpdate();
        if (rolling == null
                || !"RollingUpdate".equals(deployment.getSpec().getStrategy().getType())) {
            return new RolloutLimits(false, replicas, 0, 0);
        }
        int surge = Amount.roundedUp(rolling.getMaxSurge(), replicas);
        int unavailable = Amount.roundedDown(rolling.getMaxUnavailable(), replicas);
        if (surge == 0 && unavailable == 0) {
            // Only rounding comes to this. One of them must give way for anything to move, and the surge might not
            // be affordable.
            unavailable = 1;
        }
        return new RolloutLimits(true, replicas, surge, Math.min(unavailable, replicas));
    }

    int mostPods() {
        return (int) Math.min(Integer.MAX_VALUE, (long) replicas + surge);
    }

    int leastAvailable() {
        return replicas - unavailable;
    }
}
