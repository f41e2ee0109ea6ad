/// What is measured, one class for each scenario. Each works in a namespace of its own on the server of the [lab]
/// [dev.setpoint.benchmarks.Lab], or on a server of its own where what others left would count.
@NullMarked
package dev.setpoint.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
