/// Proof for loops: a control plane and its controllers in a world where one seed decides who runs next and what
/// goes wrong, and oracles that say whether it came out right.
///
/// A [dev.setpoint.simulation.Scenario] is processes and a script of what people do.
/// [dev.setpoint.simulation.Simulation] runs it under a [dev.setpoint.simulation.Plan] and judges: the first
/// [dev.setpoint.simulation.Finding] tells which [dev.setpoint.simulation.Oracle] was not content. The same plan
/// gives the same run, byte for byte, in every JVM.
@NullMarked
package dev.setpoint.simulation;

import org.jspecify.annotations.NullMarked;
