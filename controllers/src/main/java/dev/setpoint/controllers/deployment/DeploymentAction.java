package dev.setpoint.controllers.deployment;

import io.fabric8.kubernetes.api.model.apps.ReplicaSet;

/// One step of a [DeploymentPlan].
public sealed interface DeploymentAction {
    /// The Deployment becomes the controller of a set that has none.
    record Adopt(ReplicaSet set) implements DeploymentAction {}

    /// The Deployment is no longer among the owners of a set.
    record Release(ReplicaSet set) implements DeploymentAction {}

    record Create(ReplicaSet set) implements DeploymentAction {}

    /// The whole set as it should be, refused when it is no longer as it was observed.
    record Update(ReplicaSet before, ReplicaSet after) implements DeploymentAction {}

    /// A set without pods that history no longer needs.
    record Delete(ReplicaSet set) implements DeploymentAction {}
}
