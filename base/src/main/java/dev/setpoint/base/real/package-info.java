/// The real world: virtual and platform threads, the machine's clocks, one thread for all timers.
/// A long wait of a virtual thread may end a tenth of a second after its deadline, because it costs next to nothing so.
///
/// Cancelling interrupts the task's thread, so that a wait outside [dev.setpoint.base.Env] (a socket, a
/// process) ends too. A task's uncaught error is logged; nothing else happens because of it.
@NullMarked
package dev.setpoint.base.real;

import org.jspecify.annotations.NullMarked;
