/// The processes that a control plane is made of: API server, controller manager, scheduler, nodes.
///
/// A process is given its [dev.setpoint.server.process.Surroundings] and nothing else: it knows neither the others nor
/// the API server, only a way to it. So the same class runs in one JVM with the API server, in a JVM of its own over
/// HTTPS, in a test on the stepped clock, and in a simulation behind faults, each time under the same identities.
@NullMarked
package dev.setpoint.server.process;

import org.jspecify.annotations.NullMarked;
