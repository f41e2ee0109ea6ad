/// Strategies of the networking.k8s.io group.
@NullMarked
package dev.setpoint.resources.strategy.networking;

import org.jspecify.annotations.NullMarked;
