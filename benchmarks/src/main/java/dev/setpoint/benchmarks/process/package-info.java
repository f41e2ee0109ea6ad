/// The processes that are measured: each a server of its own, whose CPU and memory the system tells.
@NullMarked
package dev.setpoint.benchmarks.process;

import org.jspecify.annotations.NullMarked;
