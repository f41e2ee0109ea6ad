package dev.setpoint.resources;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceTableTest {
    private final ResourceTable table = ResourceTable.builtIn();

    @Test
    void holdsEveryResource() {
        assertThat(table.types()).hasSize(68);
        assertThat(table.groups())
                .hasSize(20)
                .startsWith("apiregistration.k8s.io", "apps", "events.k8s.io")
                .endsWith("resource.k8s.io", "flowcontrol.apiserver.k8s.io");
        assertThat(table.of(new GroupVersion("", "v1"))).hasSize(17);
    }

    @Test
    void findsAResourceByAddressAndByKind() {
        ResourceType deployments = requireNonNull(table.find("apps", "v1", "deployments"));

        assertThat(table.find(new GroupVersionKind("apps", "v1", "Deployment"))).isSameAs(deployments);
        assertThat(deployments.singular()).isEqualTo("deployment");
        assertThat(deployments.listKind()).isEqualTo("DeploymentList");
        assertThat(deployments.shortNames()).containsExactly("deploy");
        assertThat(deployments.categories()).containsExactly("all");
        assertThat(deployments.namespaced()).isTrue();
        assertThat(deployments.allows("deletecollection")).isTrue();
        assertThat(table.find("apps", "v1beta1", "deployments")).isNull();
        assertThat(table.find(new GroupVersionKind("autoscaling", "v1", "Scale")))
                .isNull();
    }

    @Test
    void givesSubresourcesTheirOwnKinds() {
        ResourceType pods = requireNonNull(table.find("", "v1", "pods"));

        assertThat(requireNonNull(pods.subresource("eviction")).kind())
                .isEqualTo(new GroupVersionKind("policy", "v1", "Eviction"));
        assertThat(requireNonNull(pods.subresource("exec")).kind())
                .isEqualTo(new GroupVersionKind("", "v1", "PodExecOptions"));
        assertThat(requireNonNull(pods.subresource("log")))
                .isEqualTo(new Subresource("log", List.of("get"), pods.groupVersionKind()));
        assertThat(requireNonNull(pods.subresource("status")).verbs()).containsExactly("get", "patch", "update");
        assertThat(pods.subresource("scale")).isNull();
        assertThat(requireNonNull(requireNonNull(table.find("", "v1", "serviceaccounts"))
                                .subresource("token"))
                        .kind())
                .isEqualTo(new GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest"));
    }

    @Test
    void namespacesCannotBeDeletedTogether() {
        assertThat(requireNonNull(table.find("", "v1", "namespaces")).allows("deletecollection"))
                .isFalse();
    }

    @Test
    void keepsEventsOfBothGroupsAsOne() {
        ResourceType core = requireNonNull(table.find("", "v1", "events"));
        ResourceType newer = requireNonNull(table.find("events.k8s.io", "v1", "events"));

        assertThat(newer.storageResource()).isEqualTo(core.resource());
        assertThat(newer.servedAsStored()).isFalse();
        assertThat(core.servedAsStored()).isTrue();
    }

    @Test
    void prefersTheVersionInWhichAutoscalersAreKept() {
        assertThat(table.versions("autoscaling"))
                .containsExactly(new GroupVersion("autoscaling", "v2"), new GroupVersion("autoscaling", "v1"));
        assertThat(requireNonNull(table.find("autoscaling", "v1", "horizontalpodautoscalers"))
                        .storageKind())
                .isEqualTo(new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler"));
    }

    @Test
    void keepsNoReviewsAndNoBindings() {
        assertThat(table.types().stream().filter(type -> !type.stored()).map(ResourceType::plural))
                .containsExactly(
                        "bindings",
                        "componentstatuses",
                        "selfsubjectreviews",
                        "tokenreviews",
                        "localsubjectaccessreviews",
                        "selfsubjectaccessreviews",
                        "selfsubjectrulesreviews",
                        "subjectaccessreviews");
    }

    @Test
    void publishesTheHashesThatKubernetesPublishes() {
        assertThat(requireNonNull(table.find("", "v1", "configmaps")).storageVersionHash())
                .isEqualTo("qFsyl6wFWjQ=");
        assertThat(requireNonNull(table.find("apps", "v1", "deployments")).storageVersionHash())
                .isEqualTo("8aSe+NMegvE=");
    }

    @Test
    void keepsItsOwnWhenAnotherComesUnderTheSameName() {
        List<ResourceType> again = List.of(table.types().getFirst());

        assertThat(table.with(again).types()).isEqualTo(table.types());
    }
}
