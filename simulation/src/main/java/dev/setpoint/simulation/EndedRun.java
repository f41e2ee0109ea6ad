package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.fault.Site;
import dev.setpoint.simulation.trace.Recorder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run that has ended.
///
/// @param injected what went wrong in it
/// @param writes of the processes under test, as long as something could go wrong
/// @param created how many objects the processes under test created, by resource
/// @param finding why it is not right; empty when every oracle is content
public record EndedRun(
        Plan plan,
        List<Injection> injected,
        List<Site> writes,
        Map<String, Integer> created,
        Optional<Finding> finding,
        Recorder recorder) {}
