/// What a JVM does in the first minute of a cluster's life, so that it can be remembered and need not be found out
/// again: which classes it loads, and how the hot methods are used.
@NullMarked
package dev.setpoint.cli.training;

import org.jspecify.annotations.NullMarked;
