/// A cheap client of many connections. It lives in the process of the benchmark: its CPU is not that of the server
/// that is measured, and it looks into answers only as far as a scenario needs.
@NullMarked
package dev.setpoint.benchmarks.load;

import org.jspecify.annotations.NullMarked;
