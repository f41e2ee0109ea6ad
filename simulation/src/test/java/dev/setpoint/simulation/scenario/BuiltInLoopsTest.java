package dev.setpoint.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Simulation;
import dev.setpoint.simulation.trace.Recorder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/// Every loop of the control plane, whatever goes wrong.
@Execution(ExecutionMode.CONCURRENT)
class BuiltInLoopsTest {
    static final List<String> SCENARIOS =
            Scenarios.all().stream().map(Scenario::name).toList();

    private static final int SEEDS = Boolean.getBoolean("setpoint.nightly") ? 100_000 : 200;

    @ParameterizedTest
    @FieldSource("SCENARIOS")
    void passesEveryOracle(String scenario) {
        simulation(scenario).check(1, SEEDS);
    }

    /// Beyond the first seeds, those that have found something once.
    @ParameterizedTest
    @CsvSource({"statefulset, 1371", "statefulset, 50279"})
    void passesTheSeedsThatHaveFoundSomething(String scenario, long seed) {
        simulation(scenario).check(seed, seed);
    }

    @ParameterizedTest
    @FieldSource("SCENARIOS")
    void givesTheSameTraceForTheSameSeed(String scenario) {
        Set<String> hashes = new LinkedHashSet<>();
        for (long seed = 1; seed <= 2; seed++) {
            String hash = hash(simulation(scenario), seed);
            assertThat(hash(simulation(scenario), seed)).as("seed %d", seed).isEqualTo(hash);
            hashes.add(hash);
        }
        assertThat(hashes).as("each seed is another run").hasSize(2);
    }

    private static String hash(Simulation simulation, long seed) {
        return simulation.run(Plan.of(seed), Recorder.Detail.HASH).recorder().hash();
    }

    private static Simulation simulation(String name) {
        return Simulation.of(Scenarios.find(name).orElseThrow());
    }
}
