/// Sizes workloads by what is measured of them, as HorizontalPodAutoscalers say.
///
/// The way of a decision: each metric proposes a number of replicas ([ReplicaCount], pure over samples and
/// pods); the greatest proposal counts; recent proposals and the rates of the behaviour hold it back
/// ([ScalingRules], pure over a [ScalingHistory]); what comes out is written to the `scale` subresource.
///
/// The history is kept in memory. Whoever loses it begins with the present size as the only recent
/// proposal, and so waits for a whole window before it shrinks anything.
@NullMarked
package dev.setpoint.controllers.autoscaler;

import org.jspecify.annotations.NullMarked;
