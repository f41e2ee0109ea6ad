/// Strategies of `apiregistration.k8s.io`.
@NullMarked
package dev.setpoint.resources.strategy.apiregistration;

import org.jspecify.annotations.NullMarked;
