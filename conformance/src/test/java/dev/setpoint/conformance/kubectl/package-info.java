/// The commands of kubectl that need no running container, with an old and with a new kubectl.
///
/// A class for each family of commands. What is asserted is what people read, not only that a command succeeds.
@NullMarked
package dev.setpoint.conformance.kubectl;

import org.jspecify.annotations.NullMarked;
