/// To come.
@NullMarked
package dev.setpoint.benchmarks;

import org.jspecify.annotations.NullMarked;
