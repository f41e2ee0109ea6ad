package dev.setpoint.resources.strategy.coordination;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseStrategyTest {
    private final LeaseStrategy strategy = new LeaseStrategy();

    @Test
    void aLeaseLasts() {
        assertThat(mistakes(strategy, "{'spec': {'leaseDurationSeconds': 15, 'leaseTransitions': 1}}"))
                .isEmpty();
        assertThat(mistakes(strategy, "{'spec': {'leaseDurationSeconds': 0}}"))
                .containsExactly("spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
        assertThat(mistakes(strategy, "{'spec': {'leaseDurationSeconds': -1, 'leaseTransitions': -1}}"))
                .containsExactly(
                        "spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0",
                        "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0");
    }

    @Test
    void aPreferenceNeedsAStrategy() {
        assertThat(mistakes(strategy, "{'spec': {'preferredHolder': 'a'}}"))
                .containsExactly("spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined");
        assertThat(mistakes(strategy, "{'spec': {'strategy': 'Any'}}"))
                .containsExactly("spec.strategy.strategy: Unsupported value: \"Any\": supported values:"
                        + " \"OldestEmulationVersion\"");
    }
}
