/// A control plane for a test: [dev.setpoint.junit.ControlPlane] gives each test a cluster of its own, in the test's
/// JVM, in milliseconds.
///
/// The cluster is a world on the baton: the API server, the controllers, the scheduler and the nodes take turns, and
/// time is virtual. A driver lets it go on as fast as the real time does; [dev.setpoint.junit.Clock] lets a week pass
/// at once. Clients live outside of the world and enter it call by call.
@NullMarked
package dev.setpoint.junit;

import org.jspecify.annotations.NullMarked;
