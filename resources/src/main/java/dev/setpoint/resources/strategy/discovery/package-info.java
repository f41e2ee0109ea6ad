/// Strategies of the discovery.k8s.io group: where the endpoints of services are.
@NullMarked
package dev.setpoint.resources.strategy.discovery;

import org.jspecify.annotations.NullMarked;
