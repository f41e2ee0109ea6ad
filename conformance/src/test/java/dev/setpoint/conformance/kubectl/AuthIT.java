package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// `auth whoami` and `auth reconcile`. Tokens, `can-i` and certificates are in `RightsIT`.
@ExtendWith(ClusterExtension.class)
class AuthIT {
    /// The oldest kubectl asks for an alpha version of the review that Kubernetes v1.36 no longer has.
    @OldestAndNewest
    void tellsWhoAsks(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        Kubectl.Result result = kubectl.attempt("auth", "whoami");
        if (version.equals("1.27")) {
            assertThat(result.err()).startsWith("error: the selfsubjectreviews API is not enabled in the cluster");
            return;
        }
        assertThat(result.out())
                .containsPattern("Username +kubernetes-admin\n")
                .containsPattern("Groups +\\[system:masters system:authenticated]\n");
        assertThat(kubectl.run("auth", "whoami", "--as=jane", "--as-group=devs", "-o", "jsonpath={.status.userInfo}"))
                .isEqualTo("{\"groups\":[\"devs\",\"system:authenticated\"],\"username\":\"jane\"}");
    }

    @OldestAndNewest
    void bringsRolesToWhatAFileSays(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.feed(role(kubectl, "pods"), "auth", "reconcile", "-f", "-"))
                .isEqualTo("role.rbac.authorization.k8s.io/reconciled reconciled\n");
        kubectl.feed(role(kubectl, "services"), "auth", "reconcile", "-f", "-");
        assertThat(resources(kubectl)).isEqualTo("pods services");
        kubectl.feed(role(kubectl, "services"), "auth", "reconcile", "-f", "-", "--remove-extra-permissions");
        assertThat(resources(kubectl)).isEqualTo("services");
    }

    /// The command takes no namespace but the file's.
    private static String role(Kubectl kubectl, String resource) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata:
                  name: reconciled
                  namespace: %s
                rules:
                - apiGroups: [""]
                  resources: [%s]
                  verbs: [get]
                """.formatted(kubectl.namespace(), resource);
    }

    private static String resources(Kubectl kubectl) {
        return kubectl.run("get", "role", "reconciled", "-o", "jsonpath={.rules[*].resources[0]}");
    }
}
