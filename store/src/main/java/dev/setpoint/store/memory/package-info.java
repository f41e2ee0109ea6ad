/// The store that forgets: for tests, simulations and dry runs.
@NullMarked
package dev.setpoint.store.memory;

import org.jspecify.annotations.NullMarked;
