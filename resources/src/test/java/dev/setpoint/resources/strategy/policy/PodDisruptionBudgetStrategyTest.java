package dev.setpoint.resources.strategy.policy;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDisruptionBudgetStrategyTest {
    private final PodDisruptionBudgetStrategy strategy = new PodDisruptionBudgetStrategy();

    @Test
    void oneBoundIsEnough() {
        assertThat(
                        mistakes(
                                strategy,
                                "{'spec': {'maxUnavailable': 1, 'minAvailable': 1, 'selector': {'matchLabels': {'app': 'pd'}}}}"))
                .containsExactly(
                        "spec: Invalid value: {\"MinAvailable\":1,\"Selector\":{\"matchLabels\":{\"app\":\"pd\"}},"
                                + "\"MaxUnavailable\":1,\"UnhealthyPodEvictionPolicy\":null}: minAvailable and maxUnavailable"
                                + " cannot be both set");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'minAvailable': -1       | spec.minAvailable: Invalid value: -1: must be greater than or equal to 0
            'maxUnavailable': '200%' | spec.maxUnavailable: Invalid value: "200%": must not be greater than 100%
            'unhealthyPodEvictionPolicy': 'Odd' | spec.unhealthyPodEvictionPolicy: Unsupported value: "Odd": supported values: "AlwaysAllow", "IfHealthyBudget"
            """)
    void refusesInTheWordsOfKubernetes(String spec, String message) {
        assertThat(mistakes(strategy, "{'spec': {" + spec + "}}")).containsExactly(message);
    }

    @Test
    void takesSharesAndPolicies() {
        assertThat(mistakes(
                        strategy, "{'spec': {'minAvailable': '100%', 'unhealthyPodEvictionPolicy': 'AlwaysAllow'}}"))
                .isEmpty();
    }

    @Test
    void countsOfPodsAreNotNegative() {
        var status = object("{'metadata': {}, 'spec': {}, 'status': {'currentHealthy': -1, 'expectedPods': -2}}");
        assertThat(texts(strategy.validateStatusUpdate(status, status)))
                .containsExactly(
                        "status.currentHealthy: Invalid value: -1: must be greater than or equal to 0",
                        "status.expectedPods: Invalid value: -2: must be greater than or equal to 0");
    }
}
