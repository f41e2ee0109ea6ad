package dev.setpoint.generator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.generator.ApiType.Usage;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class ApiWalkTest {
    private final SortedMap<String, ApiType> types =
            ApiWalk.from(List.of("core.v1.Pod", "apiextensions.v1.CustomResourceDefinition"), new Messages());

    @Test
    void reachesTypesOfOtherGroupsUnderTheirOwnNames() {
        assertThat(types).containsKeys("meta.v1.ObjectMeta", "core.v1.PodSpec", "apiextensions.v1.JSONSchemaProps");
        assertThat(types).doesNotContainKey("apps.v1.Deployment");
    }

    @Test
    void findsTheWayThroughStructsThatGoEmbeds() {
        assertThat(path("core.v1.Volume", "configMap")).containsExactly("volumeSource", "configMap");
        assertThat(path("core.v1.EphemeralContainer", "image")).containsExactly("ephemeralContainerCommon", "image");
        assertThat(path("core.v1.Volume", "name")).containsExactly("name");
        assertThat(path("core.v1.Pod", "kind")).isEmpty();
    }

    @Test
    void comparesNamesWithoutSigns() {
        assertThat(path("apiextensions.v1.JSONSchemaProps", "x-kubernetes-list-type"))
                .containsExactly("xKubernetesListType");
        assertThat(path("apiextensions.v1.JSONSchemaProps", "$ref")).containsExactly("ref");
    }

    @Test
    void takesEmptyStructsForStructs() {
        assertThat(field("apiextensions.v1.CustomResourceSubresources", "status")
                        .usage())
                .isEqualTo(new Usage.Struct("apiextensions.v1.CustomResourceSubresourceStatus"));
        assertThat(requireNonNull(types.get("apiextensions.v1.CustomResourceSubresourceStatus"))
                        .fields())
                .isEmpty();
    }

    @Test
    void readsWhatTheAnnotationsSay() {
        ApiField containers = field("core.v1.PodSpec", "containers");

        assertThat(containers.required()).isTrue();
        assertThat(containers.description()).startsWith("List of containers belonging to the pod.");
        assertThat(containers.usage()).isEqualTo(new Usage.ListOf(new Usage.Struct("core.v1.Container")));
    }

    @Test
    void refusesATypeThatNobodyHas() {
        assertThatThrownBy(() -> ApiWalk.from(List.of("core.v1.Nothing"), new Messages()))
                .isInstanceOf(ModelException.class);
    }

    private List<String> path(String type, String field) {
        return field(type, field).path().stream().map(FieldDescriptor::getName).toList();
    }

    private ApiField field(String type, String name) {
        return requireNonNull(types.get(type), type).fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
