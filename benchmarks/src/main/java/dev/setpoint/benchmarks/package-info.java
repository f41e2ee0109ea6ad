/// What must be fast or small, measured against its goal. Figures are checked here and never in tests, which
/// have to be green on a busy machine, too.
///
/// [dev.setpoint.benchmarks.Bench] runs a [dev.setpoint.benchmarks.BenchScenario] and prints what came out; it
/// fails when a goal is missed.
@NullMarked
package dev.setpoint.benchmarks;

import org.jspecify.annotations.NullMarked;
