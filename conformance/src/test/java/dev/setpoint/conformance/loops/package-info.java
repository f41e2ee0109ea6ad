/// The lessons that people learn Kubernetes' loops by, with a real kubectl: autoscaling, rollouts, waiting, and what
/// happens when two of them want different things.
@NullMarked
package dev.setpoint.conformance.loops;

import org.jspecify.annotations.NullMarked;
