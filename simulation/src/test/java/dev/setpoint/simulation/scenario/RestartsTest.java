package dev.setpoint.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.simulation.Restarts;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Simulation;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Every loop of the control plane, killed and replaced after every single write.
@Execution(ExecutionMode.CONCURRENT)
class RestartsTest {
    static final List<String> SCENARIOS =
            Scenarios.all().stream().map(Scenario::name).toList();

    @ParameterizedTest
    @FieldSource("SCENARIOS")
    void endsInTheSamePlace(String scenario) {
        Simulation simulation = Simulation.of(Scenarios.find(scenario).orElseThrow());
        assertThat(new Restarts(simulation, 2).check()).as("runs").isGreaterThan(3);
    }
}
