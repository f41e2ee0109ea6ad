/// Time, threads, waiting and randomness, given to everything else through [dev.setpoint.base.Env].
///
/// There are two implementations: the real one, and a baton scheduler on which the same blocking code is
/// deterministic. Code outside this module never starts a thread, reads a clock or draws a random number by
/// itself.
@NullMarked
package dev.setpoint.base;

import org.jspecify.annotations.NullMarked;
