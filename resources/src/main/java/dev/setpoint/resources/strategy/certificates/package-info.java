/// Strategies of the certificates.k8s.io group.
@NullMarked
package dev.setpoint.resources.strategy.certificates;

import org.jspecify.annotations.NullMarked;
