/// Runs the pods that are bound to a node.
///
/// [dev.setpoint.agent.SimulatedNodes] is any number of nodes whose pods are timers: they take their pods through the
/// life that Kubernetes knows, without running anything. All of them share one informer of pods and a few workers.
@NullMarked
package dev.setpoint.agent;

import org.jspecify.annotations.NullMarked;
