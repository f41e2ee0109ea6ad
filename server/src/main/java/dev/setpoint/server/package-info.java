/// To come.
@NullMarked
package dev.setpoint.server;

import org.jspecify.annotations.NullMarked;
