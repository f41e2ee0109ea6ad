/// To come.
@NullMarked
package dev.setpoint.resources;

import org.jspecify.annotations.NullMarked;
