package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.updated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;
import org.junit.jupiter.api.Test;

class ServiceStrategyTest {
    private final ServiceStrategy strategy = new ServiceStrategy();

    @Test
    void fillsWhatFollowsFromTheObjectAlone() {
        assertThat(created(strategy, """
                {'spec': {'ports': [{'name': 'http', 'port': 80}, {'name': 'https', 'port': 443, 'targetPort': 'tls'}],
                   'selector': {'app': 'x'}}}""")).isEqualTo(object("""
                {'spec': {'internalTrafficPolicy': 'Cluster', 'ipFamilies': ['IPv4'], 'ipFamilyPolicy': 'SingleStack',
                   'ports': [{'name': 'http', 'port': 80, 'protocol': 'TCP', 'targetPort': 80},
                     {'name': 'https', 'port': 443, 'protocol': 'TCP', 'targetPort': 'tls'}],
                   'selector': {'app': 'x'}, 'sessionAffinity': 'None', 'type': 'ClusterIP'},
                 'status': {'loadBalancer': {}}}"""));
    }

    @Test
    void aHeadlessServiceWithoutSelectorMayHaveBothFamilies() {
        assertThat(created(strategy, "{'spec': {'clusterIP': 'None'}}")).isEqualTo(object("""
                {'spec': {'clusterIP': 'None', 'clusterIPs': ['None'], 'internalTrafficPolicy': 'Cluster',
                   'ipFamilies': ['IPv4', 'IPv6'], 'ipFamilyPolicy': 'RequireDualStack', 'sessionAffinity': 'None',
                   'type': 'ClusterIP'},
                 'status': {'loadBalancer': {}}}"""));
    }

    @Test
    void anExternalNameHasNoAddresses() {
        assertThat(created(strategy, "{'spec': {'externalName': 'db.example.com', 'type': 'ExternalName'}}"))
                .isEqualTo(object("""
                {'spec': {'externalName': 'db.example.com', 'sessionAffinity': 'None', 'type': 'ExternalName'},
                 'status': {'loadBalancer': {}}}"""));
    }

    @Test
    void affinityComesWithATimeout() {
        JsonObject service = created(strategy, "{'spec': {'sessionAffinity': 'ClientIP'}}");

        assertThat(service.at("spec", "sessionAffinityConfig"))
                .isEqualTo(object("{'clientIP': {'timeoutSeconds': 10800}}"));
        service.child("spec").put("sessionAffinity", "None");
        strategy.applyDefaults(service);
        assertThat(service.at("spec", "sessionAffinityConfig")).isNull();
    }

    @Test
    void keepsWhatWasAllocatedWhenTheManifestIsSentAgain() {
        JsonObject old = created(strategy, """
                {'spec': {'type': 'NodePort', 'clusterIP': '10.0.0.1', 'ports': [{'name': 'a', 'port': 80, 'nodePort': 30001},
                   {'name': 'b', 'port': 81, 'nodePort': 30002}]}}""");

        JsonObject service = updated(strategy, object("""
                {'spec': {'type': 'NodePort', 'ports': [{'name': 'b', 'port': 82}, {'name': 'a', 'port': 80}]}}"""), old);

        assertThat(service.at("spec", "clusterIPs")).hasToString("[\"10.0.0.1\"]");
        assertThat(Fields.objects(service.child("spec"), "ports"))
                .extracting(port -> port.integerOr("nodePort", 0))
                .containsExactly(30002L, 30001L);
    }

    @Test
    void dropsWhatTheNewTypeHasNot() {
        JsonObject old = created(strategy, """
                {'spec': {'type': 'NodePort', 'clusterIP': '10.0.0.1', 'ports': [{'port': 80, 'nodePort': 30001}]}}""");

        JsonObject plain = old.copy();
        plain.child("spec").put("type", "ClusterIP");
        assertThat(updated(strategy, plain, old).child("spec")).isEqualTo(object("""
                {'type': 'ClusterIP', 'clusterIP': '10.0.0.1', 'clusterIPs': ['10.0.0.1'], 'ipFamilies': ['IPv4'],
                 'ipFamilyPolicy': 'SingleStack', 'internalTrafficPolicy': 'Cluster', 'sessionAffinity': 'None',
                 'ports': [{'port': 80, 'protocol': 'TCP', 'targetPort': 80}]}"""));

        JsonObject alias = object("{'spec': {'type': 'ExternalName', 'externalName': 'x.example.com'}}");
        assertThat(updated(strategy, alias, old).child("spec"))
                .isEqualTo(
                        object("{'type': 'ExternalName', 'externalName': 'x.example.com', 'sessionAffinity': 'None'}"));
    }

    @Test
    void anOldClientChangesTheFirstAddressOnly() {
        JsonObject old = created(strategy, "{'spec': {'clusterIP': '10.0.0.1', 'ports': [{'port': 80}]}}");
        JsonObject changed = old.copy();
        changed.child("spec").put("clusterIP", "10.0.0.2");

        assertThat(updated(strategy, changed, old).at("spec", "clusterIPs")).hasToString("[\"10.0.0.2\"]");
    }
}
