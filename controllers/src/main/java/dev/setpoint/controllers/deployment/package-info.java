/// Rolls a Deployment's template out over ReplicaSets: one set for each template that it ever had.
///
/// The set of the present template grows and those of earlier ones shrink, within what the strategy allows
/// at each moment. All that the next step depends on is written in the sets themselves: their sizes, and
/// annotations that say for which size of the Deployment they were made.
@NullMarked
package dev.setpoint.controllers.deployment;

import org.jspecify.annotations.NullMarked;
