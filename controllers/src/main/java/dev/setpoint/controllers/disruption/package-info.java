/// Says in the status of every PodDisruptionBudget how many of its pods may be evicted now.
///
/// Evictions take from that number themselves, in the same commit as the pod's deletion; this loop gives back what
/// the pods that come and go allow.
@NullMarked
package dev.setpoint.controllers.disruption;

import org.jspecify.annotations.NullMarked;
