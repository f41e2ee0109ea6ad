/// Strategies of the autoscaling group.
@NullMarked
package dev.setpoint.resources.strategy.autoscaling;

import org.jspecify.annotations.NullMarked;
