/// Numbers that a process shows of itself, in the text format of Prometheus.
///
/// Counting costs a few nanoseconds and never blocks. A registry is given, never global, so that several
/// control planes in one JVM keep their numbers apart.
@NullMarked
package dev.setpoint.base.metrics;

import org.jspecify.annotations.NullMarked;
