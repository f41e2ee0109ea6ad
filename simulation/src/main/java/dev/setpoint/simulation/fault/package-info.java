/// What goes wrong between a process and the API server: a [dev.setpoint.simulation.fault.Fault] happens at a
/// [dev.setpoint.simulation.fault.Site], which is the n-th call of its kind that a process makes. So a fault keeps
/// its meaning when others are taken away.
@NullMarked
package dev.setpoint.simulation.fault;

import org.jspecify.annotations.NullMarked;
