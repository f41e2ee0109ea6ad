/// The parts of a control plane, put together. [dev.setpoint.server.ControlPlane] has them in one JVM over a given
/// store
/// and [dev.setpoint.base.Env]: what `up`, tests and benchmarks run. [dev.setpoint.server.Server] adds what a process
/// on
/// a machine has: a data folder, keys, a port, the kubeconfigs of those parts that run elsewhere. What the parts are is
/// in [dev.setpoint.server.process], and what they need in JVMs of their own in [dev.setpoint.server.apart].
@NullMarked
package dev.setpoint.server;

import org.jspecify.annotations.NullMarked;
