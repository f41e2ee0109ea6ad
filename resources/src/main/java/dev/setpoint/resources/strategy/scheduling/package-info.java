/// Strategies of the scheduling.k8s.io group.
@NullMarked
package dev.setpoint.resources.strategy.scheduling;

import org.jspecify.annotations.NullMarked;
