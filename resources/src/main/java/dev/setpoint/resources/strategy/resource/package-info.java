/// Strategies of the resource.k8s.io group: devices that pods claim.
@NullMarked
package dev.setpoint.resources.strategy.resource;

import org.jspecify.annotations.NullMarked;
