/// To come.
@NullMarked
package dev.setpoint.cli;

import org.jspecify.annotations.NullMarked;
