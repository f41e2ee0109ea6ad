package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static dev.setpoint.resources.strategy.Samples.updated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceValidationTest {
    private final ServiceStrategy strategy = new ServiceStrategy();

    @Test
    void needsPorts() {
        assertThat(spec("")).containsExactly("spec.ports: Required value");
        assertThat(spec("'clusterIP': 'None'")).isEmpty();
        assertThat(spec("'ports': [{'port': 80}]")).isEmpty();
    }

    @Test
    void severalPortsHaveNames() {
        assertThat(spec("'ports': [{'port': 0}, {'name': 'b', 'port': 70000}]"))
                .containsExactly(
                        "spec.ports[0].name: Required value",
                        "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
                        "spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive",
                        "spec.ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive",
                        "spec.ports[1].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive");
        assertThat(spec("'ports': [{'name': 'a', 'port': 80}, {'name': 'a', 'port': 80}]"))
                .containsExactly(
                        "spec.ports[1].name: Duplicate value: \"a\"",
                        "spec.ports[1]: Duplicate value: {\"Name\":\"\",\"Protocol\":\"TCP\",\"AppProtocol\":null,"
                                + "\"Port\":80,\"TargetPort\":0,\"NodePort\":0}");
        assertThat(spec("'ports': [{'port': 80, 'protocol': 'ICMP', 'targetPort': 'a b'}]"))
                .containsExactly(
                        "spec.ports[0].protocol: Unsupported value: \"ICMP\": supported values: \"SCTP\", \"TCP\","
                                + " \"UDP\"",
                        "spec.ports[0].targetPort: Invalid value: \"a b\": must contain only alpha-numeric characters"
                                + " (a-z, 0-9), and hyphens (-)");
    }

    @Test
    void typesAndAffinitiesAreKnown() {
        assertThat(spec("'ports': [{'port': 80}], 'type': 'Weird'"))
                .containsExactly("spec.type: Unsupported value: \"Weird\": supported values: \"ClusterIP\","
                        + " \"ExternalName\", \"LoadBalancer\", \"NodePort\"");
        assertThat(spec("'ports': [{'port': 80}], 'sessionAffinity': 'Maybe'"))
                .containsExactly("spec.sessionAffinity: Unsupported value: \"Maybe\": supported values: \"ClientIP\","
                        + " \"None\"");
        assertThat(spec("'clusterIP': 'None', 'ports': [{'port': 80}], 'type': 'NodePort'"))
                .containsExactly("spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort"
                        + " services");
        assertThat(spec("'type': 'ExternalName'")).containsExactly("spec.externalName: Required value");
        assertThat(spec("'ports': [{'port': 80, 'nodePort': 30000}]"))
                .containsExactly("spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
    }

    @Test
    void addressesAreSound() {
        assertThat(spec("'clusterIP': '999.1.1.1', 'ports': [{'port': 80}]"))
                .containsExactly("spec.clusterIPs[0]: Invalid value: \"999.1.1.1\": must be a valid IP address, (e.g."
                        + " 10.9.8.7 or 2001:db8::ffff)");
        assertThat(spec("'ports': [{'port': 80}], 'externalIPs': ['127.0.0.1']"))
                .containsExactly("spec.externalIPs[0]: Invalid value: \"127.0.0.1\": may not be in the loopback range"
                        + " (127.0.0.0/8, ::1/128)");
        assertThat(spec("'ports': [{'port': 80}], 'clusterIP': '::1', 'ipFamilies': ['IPv4']"))
                .containsExactly("spec.clusterIPs[0]: Invalid value: \"::1\": expected an IPv4 value as indicated by"
                        + " `ipFamilies[0]`");
    }

    @Test
    void anAddressStays() {
        JsonObject old = created(strategy, "{'spec': {'clusterIP': '10.96.0.9', 'ports': [{'port': 80}]}}");
        JsonObject moved = old.copy();
        moved.child("spec").put("clusterIP", "10.96.200.201");

        assertThat(texts(strategy.validateUpdate(updated(strategy, moved, old), old)))
                .containsExactly("spec.clusterIPs[0]: Invalid value: [\"10.96.200.201\"]: may not change once set");
        JsonObject alias = object("{'spec': {'type': 'ExternalName', 'externalName': 'a.example.com'}}");
        assertThat(strategy.validateUpdate(updated(strategy, alias, old), old)).isEmpty();
    }

    @Test
    void onlyALoadBalancerIsReachedThroughOne() {
        JsonObject service = object(
                "{'spec': {'type': 'ClusterIP'}, 'status': {'loadBalancer': {'ingress': [{'ip':" + " '1.2.3.4'}]}}}");

        assertThat(texts(strategy.validateStatusUpdate(service, object("{}"))))
                .containsExactly("status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is"
                        + " 'LoadBalancer'");
        service.child("spec").put("type", "LoadBalancer");
        strategy.applyDefaults(service);
        assertThat(strategy.validateStatusUpdate(service, object("{}"))).isEmpty();
    }

    private List<String> spec(String fields) {
        return mistakes(strategy, "{'spec': {" + fields + "}}");
    }
}
