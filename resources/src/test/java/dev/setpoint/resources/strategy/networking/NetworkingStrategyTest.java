package dev.setpoint.resources.strategy.networking;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkingStrategyTest {
    private static final String BACKEND = "'backend': {'service': {'name': 's', 'port': {'number': 80}}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'x': 1                                                                    | spec: Invalid value: null: either `defaultBackend` or `rules` must be specified
            'defaultBackend': {'service': {'name': 's', 'port': {}}}                  | spec.defaultBackend: Required value: port name or number is required
            'defaultBackend': {'service': {'name': 's', 'port': {'number': 80}}, 'resource': {'kind': 'X', 'name': 'y'}} | spec.defaultBackend: Invalid value: "": cannot set both resource and service backends
            'defaultBackend': {}                                                      | spec.defaultBackend: Invalid value: "": resource or service backend is required
            'defaultBackend': {'service': {'name': 's', 'port': {'number': 80, 'name': 'a'}}} | spec.defaultBackend: Invalid value: "": cannot set both port name & port number
            'rules': [{'host': '1.2.3.4'}]                                            | spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address
            'rules': [{'http': {'paths': []}}]                                        | spec.rules[0].http.paths: Required value
            'rules': [{'http': {'paths': [{'path': '/', BACKEND}]}}]                  | spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified
            'rules': [{'http': {'paths': [{'path': 'x', 'pathType': 'Prefix', BACKEND}]}}] | spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path
            'rules': [{'http': {'paths': [{'path': '/a//b', 'pathType': 'Exact', BACKEND}]}}] | spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'
            'rules': [{'http': {'paths': [{'path': '/a/..', 'pathType': 'Exact', BACKEND}]}}] | spec.rules[0].http.paths[0].path: Invalid value: "/a/..": cannot end with '/..'
            'rules': [{'http': {'paths': [{'path': '/', 'pathType': 'Odd', BACKEND}]}}] | spec.rules[0].http.paths[0].pathType: Unsupported value: "Odd": supported values: "Exact", "ImplementationSpecific", "Prefix"
            """)
    void refusesIngressesInTheWordsOfKubernetes(String spec, String message) {
        assertThat(mistakes(new IngressStrategy(), "{'spec': {" + spec.replace("BACKEND", BACKEND) + "}}"))
                .containsExactly(message);
    }

    @Test
    void theClassOfAnIngressIsSaidOnce() {
        assertThat(mistakes(new IngressStrategy(), """
                        {'metadata': {'annotations': {'kubernetes.io/ingress.class': 'x'}},
                         'spec': {'ingressClassName': 'y', 'defaultBackend': {'service': {'name': 's', 'port': {'number': 80}}}}}"""))
                .containsExactly("annotations.kubernetes.io/ingress.class: Invalid value: \"x\": must match"
                        + " `ingressClassName` when both are specified");
    }

    @Test
    void anOldClassAnnotationIsWarnedOf() {
        var annotated = object("{'metadata': {'annotations': {'kubernetes.io/ingress.class': 'x'}}, 'spec': {}}");
        assertThat(new IngressStrategy().warnings(annotated))
                .containsExactly("annotation \"kubernetes.io/ingress.class\" is deprecated, please use"
                        + " 'spec.ingressClassName' instead");
    }

    @Test
    void malformedSecretsOfAnIngressMayStay() {
        IngressStrategy strategy = new IngressStrategy();
        String spec = "{'metadata': {}, 'spec': {'defaultBackend': {'service': {'name': 's', 'port': {'number': 80}}},"
                + " 'tls': [{'secretName': 'Bad_Name'}]}}";
        assertThat(mistakes(strategy, spec)).hasSize(1);
        assertThat(texts(strategy.validateUpdate(object(spec), object(spec)))).isEmpty();
    }

    @Test
    void theBalancerOfAnIngressHasAddressesAndHosts() {
        var old = object("{'metadata': {}, 'spec': {}, 'status': {}}");
        var changed = object(
                "{'metadata': {}, 'status': {'loadBalancer': {'ingress': [{'ip': 'x'}, {'hostname': '1.2.3.4'}]}}}");
        assertThat(texts(new IngressStrategy().validateStatusUpdate(changed, old)))
                .containsExactly(
                        "status.loadBalancer.ingress[0].ip: Invalid value: \"x\": must be a valid IP address, (e.g."
                                + " 10.9.8.7 or 2001:db8::ffff)",
                        "status.loadBalancer.ingress[1].hostname: Invalid value: \"1.2.3.4\": must be a DNS name, not an"
                                + " IP address");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'controller': ''                    | spec.controller: Required value
            'controller': 'x'                   | spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")
            'controller': 'a.b/x y'             | spec.controller: Invalid value: "x y": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')
            'controller': 'a.b/c', 'parameters': {'kind': 'K', 'name': 'n', 'scope': 'Namespace'} | spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'
            'controller': 'a.b/c', 'parameters': {'kind': 'K', 'name': 'n', 'namespace': 'x'} | spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'
            'controller': 'a.b/c', 'parameters': {'kind': 'K', 'name': 'n', 'scope': 'Odd'} | spec.parameters.scope: Unsupported value: "Odd": supported values: "Cluster", "Namespace"
            """)
    void refusesClassesInTheWordsOfKubernetes(String spec, String message) {
        assertThat(mistakes(new IngressClassStrategy(), "{'spec': {" + spec + "}}"))
                .containsExactly(message);
    }

    @Test
    void aClassStaysWithItsController() {
        var old = object("{'metadata': {}, 'spec': {'controller': 'a.b/c'}}");
        var changed = object("{'metadata': {}, 'spec': {'controller': 'a.b/d'}}");
        assertThat(texts(new IngressClassStrategy().validateUpdate(changed, old)))
                .containsExactly("spec.controller: Invalid value: \"a.b/d\": field is immutable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'ports': [{'port': 0}]                                  | spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
            'ports': [{'port': 80, 'endPort': 79}]                  | spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`
            'ports': [{'endPort': 79}]                              | spec.ingress[0].ports[0].endPort: Invalid value: 79: may not be specified when `port` is not specified
            'ports': [{'port': 'web', 'endPort': 79}]               | spec.ingress[0].ports[0].endPort: Invalid value: 79: may not be specified when `port` is non-numeric
            'ports': [{'protocol': 'X'}]                            | spec.ingress[0].ports[0].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"
            'from': [{}]                                            | spec.ingress[0].from[0]: Required value: must specify a peer
            'from': [{'podSelector': {}, 'ipBlock': {'cidr': '10.0.0.0/8'}}] | spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer
            'from': [{'ipBlock': {}}]                               | spec.ingress[0].from[0].ipBlock.cidr: Required value
            'from': [{'ipBlock': {'cidr': 'x'}}]                    | spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
            'from': [{'ipBlock': {'cidr': '10.0.0.0/8', 'except': ['11.0.0.0/16']}}] | spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`
            'from': [{'ipBlock': {'cidr': '10.0.0.0/8', 'except': ['10.0.0.0/8']}}] | spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`
            """)
    void refusesPoliciesInTheWordsOfKubernetes(String rule, String message) {
        assertThat(mistakes(new NetworkPolicyStrategy(), "{'spec': {'ingress': [{" + rule + "}]}}"))
                .containsExactly(message);
    }

    @Test
    void takesSoundPolicies() {
        assertThat(mistakes(new NetworkPolicyStrategy(), """
                        {'spec': {'podSelector': {'matchLabels': {'a': 'b'}}, 'egress': [{'to': [
                           {'podSelector': {}, 'namespaceSelector': {}},
                           {'ipBlock': {'cidr': '2001:db8::/32', 'except': ['2001:db8:1::/48']}}],
                           'ports': [{'port': 80, 'endPort': 90}, {'port': 'web'}]}]}}""")).isEmpty();
    }

    @Test
    void policiesAreOfTwoTypes() {
        NetworkPolicyStrategy strategy = new NetworkPolicyStrategy();
        assertThat(mistakes(strategy, "{'spec': {'policyTypes': ['Odd']}}"))
                .containsExactly(
                        "spec.policyTypes[0]: Unsupported value: \"Odd\": supported values: \"Ingress\", \"Egress\"");
        assertThat(mistakes(strategy, "{'spec': {'policyTypes': ['Ingress', 'Egress', 'Ingress']}}"))
                .isEqualTo(
                        List.of("spec.policyTypes: Invalid value: [\"Ingress\",\"Egress\",\"Ingress\"]: may not specify"
                                + " more than two policyTypes"));
    }

    @Test
    void aRangeThatWasThereBeforeMayStay() {
        var old = object("{'metadata': {}, 'spec': {'ingress': [{'from': [{'ipBlock': {'cidr': '010.0.0.0/8'}}]}]}}");
        var moved = object("{'metadata': {}, 'spec': {'egress': [{'to': [{'ipBlock': {'cidr': '010.0.0.0/8'}}]}]}}");
        assertThat(texts(new NetworkPolicyStrategy().validateUpdate(moved, old)))
                .isEmpty();
        assertThat(texts(new NetworkPolicyStrategy().validate(moved))).hasSize(1);
    }
}
