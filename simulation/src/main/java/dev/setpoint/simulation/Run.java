package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.trace.Recorder;
import java.util.List;
import java.util.Optional;

/// A run that has ended.
///
/// @param injected what went wrong in it
/// @param finding why it is not right; empty when every oracle is content
public record Run(Plan plan, List<Injection> injected, Optional<Finding> finding, Recorder recorder) {}
