/// To come.
@NullMarked
package dev.setpoint.reconcile;

import org.jspecify.annotations.NullMarked;
