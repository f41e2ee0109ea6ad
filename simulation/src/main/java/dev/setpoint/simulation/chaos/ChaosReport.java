package dev.setpoint.simulation.chaos;

import dev.setpoint.simulation.Finding;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What came of a policy.
///
/// @param requests that the client made
/// @param faults how often each struck
/// @param deletions by which the client was disturbed
/// @param writes to what was observed
/// @param rest how long it took to come to rest when nothing went wrong any more
/// @param finding what is not right, if anything is
public record ChaosReport(
        String policy,
        long requests,
        Map<String, Long> faults,
        int deletions,
        long writes,
        Duration rest,
        Optional<Finding> finding) {}
