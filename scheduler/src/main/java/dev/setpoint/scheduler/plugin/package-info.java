/// What decides where a pod may go and where it goes best: filters and scores, as Kubernetes' default plugins.
///
/// A [dev.setpoint.scheduler.plugin.Filter] and a [dev.setpoint.scheduler.plugin.Score] look at the pod once and then
/// at node after node. All are pure over the [dev.setpoint.scheduler.cluster.ClusterState]. There is no filter for
/// `spec.nodeName`: a pod that names its node has one and never comes here.
@NullMarked
package dev.setpoint.scheduler.plugin;

import org.jspecify.annotations.NullMarked;
