package dev.setpoint.resources.strategy.scheduling;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityClassStrategyTest {
    private final PriorityClassStrategy strategy = new PriorityClassStrategy();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'metadata': {'name': 'system-mine'}, 'value': 1 | metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-mine is not a known system priority class
            'metadata': {'name': 'system-node-critical'}, 'value': 1 | metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000
            'metadata': {'name': 'big'}, 'value': 2000000000 | value: Forbidden: maximum allowed value of a user defined priority is 1000000000
            'preemptionPolicy': 'Odd' | preemptionPolicy: Unsupported value: "Odd": supported values: "PreemptLowerPriority", "Never"
            """)
    void refusesInTheWordsOfKubernetes(String fields, String message) {
        assertThat(mistakes(strategy, "{" + fields + "}")).containsExactly(message);
    }

    @Test
    void takesTheClassesOfTheSystem() {
        assertThat(mistakes(strategy, "{'metadata': {'name': 'system-cluster-critical'}, 'value': 2000000000}"))
                .isEmpty();
    }

    @Test
    void neverChanges() {
        var old = object("{'metadata': {}, 'value': 1, 'preemptionPolicy': 'Never'}");
        var changed = object("{'metadata': {}, 'value': 5, 'preemptionPolicy': 'PreemptLowerPriority'}");
        assertThat(texts(strategy.validateUpdate(changed, old)))
                .containsExactly(
                        "value: Forbidden: may not be changed in an update.",
                        "preemptionPolicy: Invalid value: \"PreemptLowerPriority\": field is immutable");
        assertThat(texts(strategy.validateUpdate(old, old))).isEmpty();
    }
}
