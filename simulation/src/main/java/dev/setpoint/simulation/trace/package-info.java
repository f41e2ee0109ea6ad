/// What happened in a run: every choice of the scheduler, every read with its revision, every write with its bytes,
/// every fault, in the order in which they happened.
@NullMarked
package dev.setpoint.simulation.trace;

import org.jspecify.annotations.NullMarked;
