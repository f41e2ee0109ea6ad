package dev.setpoint.resources.strategy.storage;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StorageClassStrategyTest {
    private final StorageClassStrategy strategy = new StorageClassStrategy();

    @Test
    void refusesInTheWordsOfKubernetes() {
        assertThat(mistakes(strategy, "{'provisioner': '', 'reclaimPolicy': 'Odd', 'volumeBindingMode': 'Never'}"))
                .containsExactly(
                        "provisioner: Required value",
                        "reclaimPolicy: Unsupported value: \"Odd\": supported values: \"Delete\", \"Retain\"",
                        "volumeBindingMode: Unsupported value: \"Never\": supported values: \"Immediate\","
                                + " \"WaitForFirstConsumer\"");
    }

    @Test
    void topologiesDifferFromOneAnother() {
        assertThat(mistakes(strategy, """
                        {'provisioner': 'p', 'allowedTopologies': [
                          {'matchLabelExpressions': [{'key': 'zone', 'values': ['a', 'b']}]},
                          {'matchLabelExpressions': [{'key': 'zone', 'values': ['b', 'a', 'a']}]},
                          {'matchLabelExpressions': [{'key': 'zone', 'values': []}]}]}"""))
                .containsExactly(
                        "allowedTopologies[1].matchLabelExpressions[0].values[2]: Duplicate value: \"a\"",
                        "allowedTopologies[1].matchLabelExpressions: Duplicate value: \"\"",
                        "allowedTopologies[2].matchLabelExpressions[0].values: Required value");
    }

    @Test
    void boundsParameters() {
        assertThat(mistakes(
                        strategy, "{'provisioner': 'p', 'parameters': {'a': '%s'}}".formatted("x".repeat(256 * 1024))))
                .containsExactly("parameters: Too long: may not be more than 262144 bytes");
    }

    @Test
    void whatVolumesWereMadeWithStays() {
        var old = object("{'metadata': {}, 'provisioner': 'p', 'parameters': {'a': 'b'}}");
        var changed =
                object("{'metadata': {}, 'provisioner': 'q', 'parameters': {'a': 'c'}, 'allowVolumeExpansion': true}");
        assertThat(texts(strategy.validateUpdate(changed, old)))
                .containsExactly(
                        "parameters: Invalid value: {\"a\":\"c\"}: field is immutable",
                        "provisioner: Invalid value: \"q\": field is immutable");
    }
}
