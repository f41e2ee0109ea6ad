/// The simulation's questions, put to a live server: a ChaosPolicy troubles one of its clients for a while, and when
/// that is over, what is observed must come to rest where it was.
@NullMarked
package dev.setpoint.simulation.chaos;

import org.jspecify.annotations.NullMarked;
