/// The built-in loops at work: what `./setpoint simulate run` knows by name.
@NullMarked
package dev.setpoint.simulation.scenario;

import org.jspecify.annotations.NullMarked;
