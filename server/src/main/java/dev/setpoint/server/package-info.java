/// The one composition of all parts. [dev.setpoint.server.ControlPlane] is the control plane over a given store and
/// [dev.setpoint.base.Env]: what `up`, tests, benchmarks and simulations run. [dev.setpoint.server.Server] adds what a
/// process on a machine has: a data folder, keys, a port.
@NullMarked
package dev.setpoint.server;

import org.jspecify.annotations.NullMarked;
