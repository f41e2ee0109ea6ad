package dev.setpoint.resources.strategy.rbac;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RbacStrategyTest {
    @Test
    void aRuleSaysWhatMayBeDoneToWhat() {
        assertThat(mistakes(RoleStrategy.ROLE, "{'rules': [{'verbs': []}]}"))
                .containsExactly(
                        "rules[0].verbs: Required value: verbs must contain at least one value",
                        "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
                        "rules[0].resources: Required value: resource rules must supply at least one resource");
        assertThat(mistakes(
                        RoleStrategy.ROLE, "{'rules': [{'apiGroups': [''], 'resources': ['pods'], 'verbs': ['get']}]}"))
                .isEmpty();
    }

    @Test
    void onlyAClusterRoleSpeaksOfUrls() {
        String rule = "{'rules': [{'nonResourceURLs': ['/x'], 'verbs': ['get']}]}";
        assertThat(mistakes(RoleStrategy.ROLE, rule))
                .containsExactly("rules[0].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to"
                        + " non-resource URLs");
        assertThat(mistakes(RoleStrategy.CLUSTER_ROLE, rule)).isEmpty();
        assertThat(mistakes(
                        RoleStrategy.CLUSTER_ROLE,
                        "{'rules': [{'nonResourceURLs': ['/x'], 'resources': ['pods'], 'verbs': ['get']}]}"))
                .containsExactly("rules[0].nonResourceURLs: Invalid value: [\"/x\"]: rules cannot apply to both regular"
                        + " resources and non-resource URLs");
    }

    @Test
    void anAggregationSelectsSomething() {
        assertThat(mistakes(RoleStrategy.CLUSTER_ROLE, "{'aggregationRule': {}}"))
                .containsExactly(
                        "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector"
                                + " required if aggregationRule is non-nil");
        assertThat(
                        mistakes(
                                RoleStrategy.CLUSTER_ROLE,
                                "{'aggregationRule': {'clusterRoleSelectors': [{'matchExpressions': [{'key': 'a', 'operator': 'X'}]}]}}"))
                .containsExactly("aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value:"
                        + " \"X\": not a valid selector operator");
    }

    @Test
    void aBindingNamesARoleAndSubjects() {
        assertThat(mistakes(RoleBindingStrategy.ROLE_BINDING, """
                        {'roleRef': {'apiGroup': 'x', 'kind': 'Odd', 'name': ''},
                         'subjects': [{'kind': 'Robot', 'name': 'x'}, {'kind': 'ServiceAccount', 'name': 'x'}]}"""))
                .containsExactly(
                        "roleRef.apiGroup: Unsupported value: \"x\": supported values: \"rbac.authorization.k8s.io\"",
                        "roleRef.kind: Unsupported value: \"Odd\": supported values: \"Role\", \"ClusterRole\"",
                        "roleRef.name: Required value",
                        "subjects[0].kind: Unsupported value: \"Robot\": supported values: \"ServiceAccount\", \"User\","
                                + " \"Group\"");
    }

    @Test
    void aClusterWideBindingNamesTheNamespaceOfAnAccount() {
        assertThat(mistakes(RoleBindingStrategy.CLUSTER_ROLE_BINDING, """
                        {'roleRef': {'kind': 'Role', 'name': 'r'},
                         'subjects': [{'kind': 'ServiceAccount', 'name': 's', 'apiGroup': 'x'},
                                      {'kind': 'User', 'apiGroup': 'x'}]}"""))
                .containsExactly(
                        "roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\"",
                        "subjects[0].apiGroup: Unsupported value: \"x\": supported values: \"\"",
                        "subjects[0].namespace: Required value",
                        "subjects[1].name: Required value",
                        "subjects[1].apiGroup: Unsupported value: \"x\": supported values: \"rbac.authorization.k8s.io\"");
    }

    @Test
    void aBindingStaysWithItsRole() {
        var old = object(
                "{'metadata': {}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'Role', 'name': 'r'}}");
        var moved = object(
                "{'metadata': {}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'Role', 'name': 'other'}}");
        assertThat(texts(RoleBindingStrategy.ROLE_BINDING.validateUpdate(moved, old)))
                .containsExactly(
                        "roleRef: Invalid value: {\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\","
                                + "\"Name\":\"other\"}: cannot change roleRef");
        assertThat(texts(RoleBindingStrategy.ROLE_BINDING.validateUpdate(old, old)))
                .isEmpty();
    }
}
