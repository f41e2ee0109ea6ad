package dev.setpoint.resources.strategy.discovery;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class EndpointSliceStrategyTest {
    private final EndpointSliceStrategy strategy = new EndpointSliceStrategy();

    @Test
    void namesPortsAndProtocols() {
        assertThat(created(
                        strategy,
                        "{'addressType': 'IPv4', 'endpoints': [{'addresses': ['10.1.1.1']}], 'ports': [{'port':"
                                + " 80}]}"))
                .isEqualTo(
                        object("{'addressType': 'IPv4', 'endpoints': [{'addresses': ['10.1.1.1'], 'conditions': {}}],"
                                + " 'ports': [{'name': '', 'port': 80, 'protocol': 'TCP'}]}"));
    }

    @Test
    void addressesAreOfOneKind() {
        assertThat(mistakes(strategy, "{'addressType': 'Odd', 'endpoints': []}"))
                .containsExactly(
                        "addressType: Unsupported value: \"Odd\": supported values: \"FQDN\", \"IPv4\", \"IPv6\"");
        assertThat(mistakes(
                        strategy,
                        "{'addressType': 'IPv4', 'endpoints': [{'addresses': []}, {'addresses': ['x']}],"
                                + " 'ports': [{'port': 80}, {'port': 81}]}"))
                .containsExactly(
                        "ports[1].name: Duplicate value: \"\"",
                        "endpoints[0].addresses: Required value: must contain at least 1 address",
                        "endpoints[1].addresses[0]: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or"
                                + " 2001:db8::ffff)");
        assertThat(mistakes(strategy, "{'addressType': 'IPv6', 'endpoints': [{'addresses': ['10.0.0.1']}]}"))
                .containsExactly("endpoints[0].addresses: Invalid value: \"10.0.0.1\": must be an IPv6 address");
        assertThat(mistakes(
                        strategy,
                        "{'addressType': 'FQDN', 'endpoints': [{'addresses': ['a.example.com'], 'hints':"
                                + " {'forZones': [{'name': 'z'}]}}]}"))
                .isEmpty();
    }

    @Test
    void theKindOfAddressStays() {
        JsonObject old = object("{'addressType': 'IPv4'}");

        assertThat(texts(strategy.validateUpdate(object("{'addressType': 'IPv6'}"), old)))
                .containsExactly("addressType: Invalid value: \"IPv6\": field is immutable");
        assertThat(strategy.changesDesiredState(
                        object("{'metadata': {'labels': {'a': 'b'}}, 'addressType': 'IPv4'}"), old))
                .isTrue();
    }

    @Test
    void warnsOfNames() {
        assertThat(strategy.warnings(object("{'addressType': 'FQDN'}")))
                .containsExactly("spec.addressType: FQDN endpoints are deprecated");
    }
}
