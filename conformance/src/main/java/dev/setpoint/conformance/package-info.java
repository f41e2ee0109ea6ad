/// To come.
@NullMarked
package dev.setpoint.conformance;

import org.jspecify.annotations.NullMarked;
