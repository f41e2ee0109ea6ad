/// What the parts of a write cost, for a pod of four kilobytes: JMH measures each, and counts the CPU of the whole
/// process, since a write is done by more than one thread.
@NullMarked
package dev.setpoint.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
