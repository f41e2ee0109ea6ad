package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static dev.setpoint.resources.strategy.Samples.updated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreValidationTest {
    private static final String CONFIG_KEY =
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                    + " (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

    @Test
    void configKeysMayBecomeFiles() {
        ConfigMapStrategy strategy = new ConfigMapStrategy();

        assertThat(mistakes(strategy, "{'data': {'t': 'x'}, 'binaryData': {'bin': 'AAEC'}}"))
                .isEmpty();
        assertThat(mistakes(strategy, "{'data': {'k': 'x'}, 'binaryData': {'k': 'AAEC'}}"))
                .containsExactly("data[k]: Invalid value: \"k\": duplicate of key present in binaryData");
        assertThat(mistakes(strategy, "{'data': {'bad key!': 'x'}}"))
                .containsExactly("data[bad key!]: Invalid value: \"bad key!\": " + CONFIG_KEY);
        assertThat(mistakes(strategy, "{'data': {'..': 'x'}}"))
                .containsExactly("data[..]: Invalid value: \"..\": must not be '..'");
        assertThat(mistakes(strategy, "{'data': {'a': '" + "x".repeat(1024 * 1024 + 1) + "'}}"))
                .containsExactly("[]: Too long: may not be more than 1048576 bytes");
    }

    @Test
    void whatIsFixedStays() {
        ConfigMapStrategy strategy = new ConfigMapStrategy();
        JsonObject old = object("{'data': {'k': 'v'}, 'immutable': true}");

        assertThat(update(strategy, "{'data': {'k': 'w'}, 'immutable': true}", old))
                .containsExactly("data: Forbidden: field is immutable when `immutable` is set");
        assertThat(update(strategy, "{'data': {'k': 'v'}}", old))
                .containsExactly("immutable: Forbidden: field is immutable when `immutable` is set");
        assertThat(update(strategy, "{'data': {'k': 'v'}, 'binaryData': {'z': 'AAA='}, 'immutable': true}", old))
                .containsExactly("binaryData: Forbidden: field is immutable when `immutable` is set");
        assertThat(update(strategy, "{'metadata': {'labels': {'x': 'y'}}, 'data': {'k': 'v'}, 'immutable': true}", old))
                .isEmpty();
        assertThat(update(strategy, "{'metadata': {'finalizers': ['nodomain']}, 'data': {}}", object("{}")))
                .containsExactly(
                        "metadata.finalizers[0]: Invalid value: \"nodomain\": name is neither a standard finalizer"
                                + " name nor is it fully qualified");
    }

    @Test
    void secretsOfATypeHoldWhatItNeeds() {
        SecretStrategy strategy = new SecretStrategy();

        assertThat(mistakes(strategy, "{'data': {'tls.crt': 'YQ=='}, 'type': 'kubernetes.io/tls'}"))
                .containsExactly("data[tls.key]: Required value");
        assertThat(mistakes(
                        strategy,
                        "{'stringData': {'.dockerconfigjson': 'nope'}, 'type': 'kubernetes.io/dockerconfigjson'}"))
                .containsExactly(
                        "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": invalid character"
                                + " 'o' in literal null (expecting 'u')");
        assertThat(mistakes(strategy, "{'stringData': {'other': 'x'}, 'type': 'kubernetes.io/basic-auth'}"))
                .containsExactly("data[username]: Required value", "data[password]: Required value");
        assertThat(mistakes(strategy, "{'stringData': {}, 'type': 'kubernetes.io/ssh-auth'}"))
                .containsExactly("data[ssh-privatekey]: Required value");
        assertThat(mistakes(strategy, "{'type': 'kubernetes.io/service-account-token'}"))
                .containsExactly("metadata.annotations[kubernetes.io/service-account.name]: Required value");
        assertThat(strategy.warnings(created(
                        strategy, "{'stringData': {'tls.crt': 'a', 'tls.key': 'b'}, 'type': 'kubernetes.io/tls'}")))
                .containsExactly("tls: failed to find any PEM data in certificate input");
        assertThat(update(strategy, "{'type': 'custom/type'}", object("{'type': 'Opaque'}")))
                .containsExactly("type: Invalid value: \"custom/type\": field is immutable");
    }

    @Test
    void aNodeKeepsItsRange() {
        NodeStrategy strategy = new NodeStrategy();
        JsonObject old = created(strategy, "{'spec': {'podCIDR': '10.50.0.0/24', 'providerID': 'x://1'}}");

        assertThat(update(
                        strategy,
                        "{'spec': {'podCIDR': '10.51.0.0/24', 'podCIDRs': ['10.51.0.0/24'], 'providerID':"
                                + " 'x://2'}}",
                        old))
                .containsExactly(
                        "spec.podCIDRs: Forbidden: node updates may not change podCIDR except from \"\" to valid",
                        "spec.providerID: Forbidden: node updates may not change providerID except from \"\" to valid");
        assertThat(mistakes(
                        strategy,
                        "{'spec': {'taints': [{'key': 'k', 'effect': 'NoSchedule'}, {'key': 'k', 'effect':"
                                + " 'NoSchedule'}, {'key': 'a'}], 'podCIDRs': ['x']}}"))
                .containsExactly(
                        "metadata.taints[1]: Duplicate value: {\"Key\":\"k\",\"Value\":\"\",\"Effect\":\"NoSchedule\","
                                + "\"TimeAdded\":null}: taints must be unique by key and effect pair",
                        "metadata.taints[2].effect: Required value",
                        "spec.podCIDRs[0]: Invalid value: \"x\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or"
                                + " 2001:db8::/64)");
    }

    @Test
    void aNamespaceTerminatesOnlyWhenDeleted() {
        NamespaceStrategy strategy = new NamespaceStrategy();

        assertThat(texts(strategy.validateStatusUpdate(object("{'status': {'phase': 'Terminating'}}"), object("{}"))))
                .containsExactly("status.Phase: Invalid value: \"Terminating\": may only be 'Active' if"
                        + " `deletionTimestamp` is empty");
        assertThat(texts(strategy.validateSubresourceUpdate(
                        "finalize", object("{'spec': {'finalizers': ['odd']}}"), object("{}"))))
                .containsExactly(
                        "spec.finalizers[0]: Invalid value: \"odd\": name is neither a standard finalizer name nor"
                                + " is it fully qualified");
    }

    @Test
    void anEventIsWhereItsObjectIs() {
        EventStrategy strategy = EventStrategy.OLD;

        assertThat(mistakes(strategy, "{'metadata': {'namespace': 'a'}, 'involvedObject': {'namespace': 'b'}}"))
                .containsExactly("involvedObject.namespace: Invalid value: \"b\": does not match event.namespace");
        assertThat(mistakes(strategy, "{'metadata': {'namespace': 'a'}, 'involvedObject': {'namespace': 'a'}}"))
                .isEmpty();
        assertThat(mistakes(
                        strategy,
                        "{'metadata': {'namespace': 'default'}, 'eventTime': '2020-01-01T00:00:00.000000Z',"
                                + " 'reportingComponent': 'c', 'reason': 'R'}"))
                .containsExactly("reportingInstance: Required value", "action: Required value");
    }

    @Test
    void endpointsCanBeReached() {
        assertThat(mistakes(
                        new EndpointsStrategy(),
                        "{'subsets': [{}, {'addresses': [{'ip': '127.0.0.1'}, {'ip': 'x'}],"
                                + " 'ports': [{'port': 1}, {'port': 0, 'name': 'b'}]}]}"))
                .containsExactly(
                        "subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`",
                        "subsets[1].addresses[0].ip: Invalid value: \"127.0.0.1\": may not be in the loopback range"
                                + " (127.0.0.0/8, ::1/128)",
                        "subsets[1].addresses[1].ip: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or"
                                + " 2001:db8::ffff)",
                        "subsets[1].addresses[1].ip: Invalid value: \"x\": must be a valid IP address",
                        "subsets[1].ports[0].name: Required value",
                        "subsets[1].ports[1].port: Invalid value: 0: must be between 1 and 65535, inclusive");
    }

    private static List<String> update(KindRules rules, String json, JsonObject old) {
        return texts(rules.validateUpdate(updated(rules, object(json), old), old));
    }
}
