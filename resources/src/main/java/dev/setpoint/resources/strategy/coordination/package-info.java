/// Strategies of the coordination.k8s.io group: leases.
@NullMarked
package dev.setpoint.resources.strategy.coordination;

import org.jspecify.annotations.NullMarked;
