/// Strategies of the policy group: how much disruption workloads bear.
@NullMarked
package dev.setpoint.resources.strategy.policy;

import org.jspecify.annotations.NullMarked;
