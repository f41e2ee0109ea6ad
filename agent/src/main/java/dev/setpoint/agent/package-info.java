/// To come.
@NullMarked
package dev.setpoint.agent;

import org.jspecify.annotations.NullMarked;
