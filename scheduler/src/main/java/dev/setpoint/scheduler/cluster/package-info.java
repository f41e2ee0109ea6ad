/// What the scheduler knows of the cluster: nodes with what their pods hold, kept up to date change by change.
///
/// Everything here is owned by the scheduler's one task. Pods and the facts of a node are immutable values read once
/// from API objects; a [dev.setpoint.scheduler.cluster.NodeInfo] and the [dev.setpoint.scheduler.cluster.ClusterState]
/// around it are tallies over them. Nothing is ever recomputed from all pods: a pod that comes or goes changes one
/// node and one [dev.setpoint.scheduler.cluster.PodClass].
@NullMarked
package dev.setpoint.scheduler.cluster;

import org.jspecify.annotations.NullMarked;
