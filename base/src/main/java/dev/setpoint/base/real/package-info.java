/// The real world: virtual and platform threads, the machine's clocks, one thread for all timers.
///
/// Cancelling interrupts the task's thread, so that a wait outside [dev.setpoint.base.Env] (a socket, a
/// process) ends too. A task's uncaught error is logged; nothing else happens because of it.
@NullMarked
package dev.setpoint.base.real;

import org.jspecify.annotations.NullMarked;
