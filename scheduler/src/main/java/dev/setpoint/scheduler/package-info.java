/// To come.
@NullMarked
package dev.setpoint.scheduler;

import org.jspecify.annotations.NullMarked;
