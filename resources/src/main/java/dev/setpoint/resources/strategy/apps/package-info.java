/// Strategies of the apps group: what keeps pods running.
@NullMarked
package dev.setpoint.resources.strategy.apps;

import org.jspecify.annotations.NullMarked;
