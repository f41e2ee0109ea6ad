package dev.setpoint.resources.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.PatchStrategy;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import dev.setpoint.machinery.schema.Topology;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuiltInSchemasTest {
    private final Schema pod = BuiltInSchemas.of(new GroupVersionKind("", "v1", "Pod"));
    private final Schema deployment = BuiltInSchemas.of(new GroupVersionKind("apps", "v1", "Deployment"));

    @Test
    void knowsEveryResource() {
        for (ResourceType type : ResourceTable.builtIn().types()) {
            Schema schema = BuiltInSchemas.of(type.groupVersionKind());
            assertThat(schema.field("metadata")).as(type.kind()).isNotNull();
            assertThat(schema.field("kind")).as(type.kind()).isNotNull();
            if (type.allows("list")) {
                Schema list = BuiltInSchemas.of(new GroupVersionKind(
                        type.resource().group(), type.resource().version(), type.listKind()));
                assertThat(shape(list, "items").element()).isSameAs(schema);
            }
        }
    }

    @Test
    void canReadEveryTypeAndReachesNoTypeThatIsMissing() {
        for (String name : BuiltInSchemas.typeNames()) {
            Schema type = requireNonNull(BuiltInSchemas.type(name));
            assertThat(type.shape()).isEqualTo(Shape.STRUCT);
            type.fields().forEach(field -> assertThat(field.schema()).isNotNull());
        }
    }

    @Test
    void givesEveryFieldItsShape() {
        assertThat(shape(pod, "spec", "containers", "ports", "containerPort").shape())
                .isEqualTo(Shape.INTEGER);
        assertThat(shape(pod, "spec", "containers", "ports", "containerPort").format())
                .isEqualTo("int32");
        assertThat(shape(pod, "metadata", "generation").format()).isEqualTo("int64");
        assertThat(shape(pod, "metadata", "creationTimestamp").shape()).isEqualTo(Shape.TIME);
        assertThat(shape(pod, "spec", "hostNetwork").shape()).isEqualTo(Shape.BOOLEAN);
        assertThat(shape(pod, "spec", "containers", "resources", "limits")
                        .element()
                        .shape())
                .isEqualTo(Shape.QUANTITY);
        assertThat(shape(deployment, "spec", "strategy", "rollingUpdate", "maxSurge")
                        .shape())
                .isEqualTo(Shape.INT_OR_STRING);
        assertThat(shape(kind("", "v1", "Secret"), "data").element().shape()).isEqualTo(Shape.BYTES);
        assertThat(shape(kind("coordination.k8s.io", "v1", "Lease"), "spec", "renewTime")
                        .shape())
                .isEqualTo(Shape.MICRO_TIME);
        assertThat(shape(
                                kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
                                "spec",
                                "versions",
                                "schema",
                                "openAPIV3Schema",
                                "maximum")
                        .shape())
                .isEqualTo(Shape.DECIMAL);
    }

    @Test
    void leavesOpenWhatIsOpen() {
        assertThat(shape(pod, "metadata", "managedFields", "fieldsV1"))
                .returns(Shape.ANY, Schema::shape)
                .returns("meta.v1.FieldsV1", Schema::typeName)
                .returns(true, Schema::keepsUnknown);
        assertThat(shape(kind("apps", "v1", "ControllerRevision"), "data").typeName())
                .isEqualTo("runtime.RawExtension");
        Schema validation = requireNonNull(BuiltInSchemas.type("apiextensions.v1.JSONSchemaProps"));
        assertThat(shape(validation, "default").typeName()).isEqualTo("apiextensions.v1.JSON");
        assertThat(shape(validation, "items").shape()).isEqualTo(Shape.ANY);
        assertThat(shape(validation, "properties").element()).isSameAs(validation);
        assertThat(shape(validation, "x-kubernetes-preserve-unknown-fields").shape())
                .isEqualTo(Shape.BOOLEAN);
    }

    @Test
    void namesTypesByTheirOwnGroup() {
        assertThat(shape(deployment, "spec", "template", "spec").typeName()).isEqualTo("core.v1.PodSpec");
        assertThat(shape(deployment, "spec", "selector").typeName()).isEqualTo("meta.v1.LabelSelector");
        assertThat(shape(kind("discovery.k8s.io", "v1", "EndpointSlice"), "ports")
                        .element()
                        .typeName())
                .isEqualTo("discovery.v1.EndpointPort");
        assertThat(shape(kind("", "v1", "Endpoints"), "subsets", "ports")
                        .element()
                        .typeName())
                .isEqualTo("core.v1.EndpointPort");
        assertThat(shape(kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema"), "spec", "rules", "subjects")
                        .element()
                        .typeName())
                .isEqualTo("flowcontrol.v1.Subject");
    }

    @Test
    void showsFieldsOfEmbeddedStructsAsTheirOwn() {
        assertThat(shape(pod, "spec", "volumes", "configMap", "name").shape()).isEqualTo(Shape.TEXT);
        assertThat(shape(pod, "spec", "containers", "livenessProbe", "httpGet", "path")
                        .shape())
                .isEqualTo(Shape.TEXT);
        assertThat(shape(pod, "spec", "ephemeralContainers", "image").shape()).isEqualTo(Shape.TEXT);
    }

    @Test
    void carriesTheMergeRules() {
        Merge ports = shape(pod, "spec", "containers", "ports").merge();
        assertThat(ports.keys()).containsExactly("containerPort", "protocol");
        assertThat(ports.patchKey()).isEqualTo("containerPort");
        assertThat(shape(pod, "spec", "volumes").merge().strategies())
                .isEqualTo(List.of(PatchStrategy.MERGE, PatchStrategy.RETAIN_KEYS));
        assertThat(shape(pod, "metadata", "finalizers").merge().topology()).isEqualTo(Topology.SET);
        assertThat(shape(pod, "spec", "nodeSelector").merge()).isEqualTo(Merge.ATOMIC);
        assertThat(shape(pod, "spec", "tolerations").merge()).isEqualTo(Merge.ATOMIC);
        assertThat(shape(pod, "metadata", "labels").merge()).isEqualTo(Merge.GRANULAR);
        assertThat(shape(deployment, "spec", "selector").merge()).isEqualTo(Merge.ATOMIC);
        assertThat(shape(deployment, "spec", "strategy").merge().strategies())
                .isEqualTo(List.of(PatchStrategy.RETAIN_KEYS));
        assertThat(shape(deployment, "spec", "strategy").merge().topology()).isEqualTo(Topology.GRANULAR);
        assertThat(shape(kind("policy", "v1", "PodDisruptionBudget"), "spec", "selector")
                        .merge())
                .returns(Topology.ATOMIC, Merge::topology)
                .returns(List.of(PatchStrategy.REPLACE), Merge::strategies);
        Schema volume = kind("", "v1", "PersistentVolume");
        assertThat(shape(volume, "spec", "claimRef").merge()).isEqualTo(Merge.GRANULAR);
        assertThat(requireNonNull(BuiltInSchemas.type("core.v1.ObjectReference"))
                        .merge())
                .isEqualTo(Merge.ATOMIC);
    }

    @Test
    void saysWhatIsRequiredAndWhatAppears() {
        Schema container = shape(pod, "spec", "containers").element();
        assertThat(requireNonNull(container.field("name")))
                .returns(true, Field::required)
                .returns(Presence.ALWAYS, Field::presence);
        assertThat(requireNonNull(container.field("image")))
                .returns(false, Field::required)
                .returns(Presence.IF_NOT_EMPTY, Field::presence);
        Schema spec = shape(deployment, "spec");
        assertThat(requireNonNull(spec.field("replicas")).presence()).isEqualTo(Presence.IF_SET);
        assertThat(requireNonNull(spec.field("minReadySeconds")).presence()).isEqualTo(Presence.IF_NOT_EMPTY);
        Schema port = shape(container, "ports").element();
        assertThat(requireNonNull(port.field("protocol")).fallback()).isEqualTo(JsonValue.of("TCP"));
        assertThat(requireNonNull(kind("", "v1", "Secret").field("data")).presence())
                .isEqualTo(Presence.IF_NOT_EMPTY);
    }

    @Test
    void findsSharedKindsInEveryGroup() {
        assertThat(BuiltInSchemas.of(new GroupVersionKind("policy", "v1", "DeleteOptions")))
                .isSameAs(BuiltInSchemas.type("meta.v1.DeleteOptions"));
        assertThat(BuiltInSchemas.of(new GroupVersionKind("autoscaling", "v1", "Scale"))
                        .typeName())
                .isEqualTo("autoscaling.v1.Scale");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        GroupVersionKind custom = new GroupVersionKind("example.com", "v1", "Widget");

        assertThat(BuiltInSchemas.find(custom)).isNull();
        assertThatThrownBy(() -> BuiltInSchemas.of(custom)).hasMessageContaining("example.com/v1, Kind=Widget");
    }

    @Test
    void describesTypesAndFields() {
        assertThat(Descriptions.of("apps.v1.Deployment").type())
                .isEqualTo("Deployment enables declarative updates for Pods and ReplicaSets.");
        assertThat(Descriptions.of("core.v1.Container").field("image")).contains("Container image name");
        assertThat(Descriptions.of("core.v1.Container").field("nothing")).isEmpty();
    }

    private static Schema kind(String group, String version, String kind) {
        return BuiltInSchemas.of(new GroupVersionKind(group, version, kind));
    }

    private static Schema shape(Schema schema, String... path) {
        return requireNonNull(schema.at(path), () -> String.join(".", path));
    }
}
