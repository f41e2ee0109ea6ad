/// Decides which less important pods leave a node so that a more important one fits.
///
/// [dev.setpoint.scheduler.preempt.Preemptor] tries on the [dev.setpoint.scheduler.cluster.ClusterState] itself what
/// would
/// be
/// without some pods and puts them back; nothing is written here. Of a node no more pods go than must, and over all
/// nodes that choice wins that breaks the fewest disruption budgets, then costs the least.
@NullMarked
package dev.setpoint.scheduler.preempt;

import org.jspecify.annotations.NullMarked;
