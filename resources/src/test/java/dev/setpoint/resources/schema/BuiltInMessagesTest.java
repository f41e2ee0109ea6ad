package dev.setpoint.resources.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.text.TextTable;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import io.kubernetes.client.proto.IntStr.IntOrString;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Resource.Quantity;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Admissionregistration;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Authentication;
import io.kubernetes.client.proto.V1Authorization;
import io.kubernetes.client.proto.V1Autoscaling;
import io.kubernetes.client.proto.V1Batch;
import io.kubernetes.client.proto.V1Certificates;
import io.kubernetes.client.proto.V1Coordination;
import io.kubernetes.client.proto.V1Discovery;
import io.kubernetes.client.proto.V1Events;
import io.kubernetes.client.proto.V1Flowcontrol;
import io.kubernetes.client.proto.V1Networking;
import io.kubernetes.client.proto.V1Node;
import io.kubernetes.client.proto.V1Policy;
import io.kubernetes.client.proto.V1Rbac;
import io.kubernetes.client.proto.V1Resource;
import io.kubernetes.client.proto.V1Scheduling;
import io.kubernetes.client.proto.V1Storage;
import io.kubernetes.client.proto.V2Autoscaling;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInMessagesTest {
    private static final List<FileDescriptor> FILES = List.of(
            V1.getDescriptor(),
            V1Admissionregistration.getDescriptor(),
            V1Apiextensions.getDescriptor(),
            V1Apps.getDescriptor(),
            V1Authentication.getDescriptor(),
            V1Authorization.getDescriptor(),
            V1Autoscaling.getDescriptor(),
            V1Batch.getDescriptor(),
            V1Certificates.getDescriptor(),
            V1Coordination.getDescriptor(),
            V1Discovery.getDescriptor(),
            V1Events.getDescriptor(),
            V1Flowcontrol.getDescriptor(),
            V1Networking.getDescriptor(),
            V1Node.getDescriptor(),
            V1Policy.getDescriptor(),
            V1Rbac.getDescriptor(),
            V1Resource.getDescriptor(),
            V1Scheduling.getDescriptor(),
            V1Storage.getDescriptor(),
            V2Autoscaling.getDescriptor());
    private static final GroupVersionKind NOTHING = new GroupVersionKind("", "v1", "Nothing");

    @ParameterizedTest(name = "kubectl {0}")
    @MethodSource("kubectlBodies")
    void decodesWhatKubectlSends(String command, String json, String base64) {
        JsonObject expected = json(json);
        Canonical.apply(
                expected,
                BuiltInSchemas.of(GroupVersionKind.of(expected.textOr("apiVersion", ""), expected.textOr("kind", ""))));

        assertThat(BuiltInMessages.decode(Base64.getDecoder().decode(base64), NOTHING))
                .isEqualTo(expected);
    }

    static Stream<String[]> kubectlBodies() {
        return TextTable.rows(BuiltInMessagesTest.class, "kubectl-bodies.tsv", 3).stream();
    }

    @Test
    void decodesAPod() {
        V1.Pod pod = V1.Pod.newBuilder()
                .setMetadata(Meta.ObjectMeta.newBuilder()
                        .setName("p")
                        .putLabels("a", "b")
                        .setCreationTimestamp(Meta.Time.newBuilder().setSeconds(1_588_655_105L)))
                .setSpec(V1.PodSpec.newBuilder()
                        .setTerminationGracePeriodSeconds(0)
                        .addVolumes(V1.Volume.newBuilder()
                                .setName("v")
                                .setVolumeSource(V1.VolumeSource.newBuilder()
                                        .setEmptyDir(V1.EmptyDirVolumeSource.newBuilder()
                                                .setSizeLimit(
                                                        Quantity.newBuilder().setString("1Gi")))))
                        .addContainers(V1.Container.newBuilder()
                                .setName("c")
                                .setImage("")
                                .setLivenessProbe(V1.Probe.newBuilder()
                                        .setHandler(V1.ProbeHandler.newBuilder()
                                                .setHttpGet(V1.HTTPGetAction.newBuilder()
                                                        .setPort(IntOrString.newBuilder()
                                                                .setType(1)
                                                                .setStrVal("http")))))
                                .addEnv(V1.EnvVar.newBuilder()
                                        .setName("KEY")
                                        .setValueFrom(V1.EnvVarSource.newBuilder()
                                                .setSecretKeyRef(V1.SecretKeySelector.newBuilder()
                                                        .setLocalObjectReference(V1.LocalObjectReference.newBuilder()
                                                                .setName("s"))
                                                        .setKey("k"))))
                                .setResources(V1.ResourceRequirements.newBuilder()
                                        .putLimits(
                                                "cpu",
                                                Quantity.newBuilder()
                                                        .setString("500m")
                                                        .build()))))
                .build();

        assertThat(decode("v1", "Pod", pod)).isEqualTo(json("""
                {"apiVersion":"v1","kind":"Pod",
                 "metadata":{"name":"p","labels":{"a":"b"},"creationTimestamp":"2020-05-05T05:05:05Z"},
                 "spec":{"terminationGracePeriodSeconds":0,
                  "volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi"}}],
                  "containers":[{"name":"c","livenessProbe":{"httpGet":{"port":"http"}},
                   "env":[{"name":"KEY","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],
                   "resources":{"limits":{"cpu":"500m"}}}]},
                 "status":{}}"""));
    }

    @Test
    void decodesOpenTypes() {
        V1Apps.ControllerRevision revision = V1Apps.ControllerRevision.newBuilder()
                .setMetadata(Meta.ObjectMeta.newBuilder()
                        .addManagedFields(Meta.ManagedFieldsEntry.newBuilder()
                                .setFieldsV1(
                                        Meta.FieldsV1.newBuilder().setRaw(ByteString.copyFromUtf8("{\"f:data\":{}}")))))
                .setData(io.kubernetes.client.proto.Runtime.RawExtension.newBuilder()
                        .setRaw(ByteString.copyFromUtf8("{\"any\":[1]}")))
                .setRevision(3)
                .build();

        assertThat(decode("apps/v1", "ControllerRevision", revision)).isEqualTo(json("""
                {"apiVersion":"apps/v1","kind":"ControllerRevision",
                 "metadata":{"managedFields":[{"fieldsV1":{"f:data":{}}}]},"data":{"any":[1]},"revision":3}"""));
    }

    @Test
    void decodesSchemasOfCustomResources() {
        V1Apiextensions.JSONSchemaProps text =
                V1Apiextensions.JSONSchemaProps.newBuilder().setType("string").build();
        V1Apiextensions.JSONSchemaProps schema = V1Apiextensions.JSONSchemaProps.newBuilder()
                .setType("object")
                .setRef("r")
                .setMaximum(2.5)
                .setXKubernetesPreserveUnknownFields(false)
                .setDefault(V1Apiextensions.JSON.newBuilder().setRaw(ByteString.copyFromUtf8("\"d\"")))
                .putProperties("a", text)
                .setItems(V1Apiextensions.JSONSchemaPropsOrArray.newBuilder().setSchema(text))
                .setAdditionalProperties(
                        V1Apiextensions.JSONSchemaPropsOrBool.newBuilder().setAllows(true))
                .build();
        V1Apiextensions.CustomResourceDefinition definition = V1Apiextensions.CustomResourceDefinition.newBuilder()
                .setSpec(V1Apiextensions.CustomResourceDefinitionSpec.newBuilder()
                        .addVersions(V1Apiextensions.CustomResourceDefinitionVersion.newBuilder()
                                .setSubresources(V1Apiextensions.CustomResourceSubresources.newBuilder()
                                        .setStatus(V1Apiextensions.CustomResourceSubresourceStatus.newBuilder()))
                                .setSchema(V1Apiextensions.CustomResourceValidation.newBuilder()
                                        .setOpenAPIV3Schema(schema))))
                .build();

        JsonObject version = requireNonNull(decode("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition)
                        .child("spec")
                        .array("versions"))
                .objects()
                .getFirst();

        assertThat(version.at("schema", "openAPIV3Schema")).isEqualTo(json("""
                {"type":"object","$ref":"r","maximum":2.5,"x-kubernetes-preserve-unknown-fields":false,"default":"d",
                 "properties":{"a":{"type":"string"}},"items":{"type":"string"},"additionalProperties":true}"""));
        assertThat(version.at("subresources", "status")).isEqualTo(new JsonObject());
    }

    @Test
    void decodesTimesOfBothKinds() {
        V1Coordination.Lease lease = V1Coordination.Lease.newBuilder()
                .setSpec(V1Coordination.LeaseSpec.newBuilder()
                        .setRenewTime(Meta.MicroTime.newBuilder()
                                .setSeconds(1_588_655_105L)
                                .setNanos(123_456_000)))
                .build();

        assertThat(decode("coordination.k8s.io/v1", "Lease", lease).at("spec", "renewTime"))
                .isEqualTo(JsonValue.of("2020-05-05T05:05:05.123456Z"));
    }

    @Test
    void decodesDeleteOptionsOfEveryGroup() {
        Meta.DeleteOptions options = Meta.DeleteOptions.newBuilder()
                .setGracePeriodSeconds(0)
                .setPreconditions(Meta.Preconditions.newBuilder().setUid("u"))
                .build();

        assertThat(decode("policy/v1", "DeleteOptions", options)).isEqualTo(json("""
                {"apiVersion":"policy/v1","kind":"DeleteOptions","gracePeriodSeconds":0,"preconditions":{"uid":"u"}}"""));
    }

    /// Every field of every message that client-java-proto has for a kind is found under a name, and in a shape, that
    /// the kind's schema knows.
    @Test
    void decodesEveryFieldIntoTheShapeOfItsSchema() {
        long seed = 4_711;
        Random random = new Random(seed);
        Map<String, Descriptor> messages = FILES.stream()
                .flatMap(file -> file.getMessageTypes().stream())
                .collect(Collectors.toMap(
                        message -> message.getFullName().replaceFirst(".*\\.(\\w+\\.\\w+\\.\\w+)$", "$1"),
                        Function.identity()));
        for (ResourceType type : ResourceTable.builtIn().types()) {
            GroupVersionKind kind = type.groupVersionKind();
            Descriptor message = messages.get(TypeNames.of(kind));
            if (message == null) {
                assertThat(kind.kind())
                        .as("client-java-proto has no messages for it")
                        .isEqualTo("APIService");
                continue;
            }
            JsonObject object = decode(kind.groupVersion().toString(), kind.kind(), sample(message, random, 0));
            requireShape(object, BuiltInSchemas.of(kind), "seed " + seed + " " + kind.kind());
        }
    }

    @Test
    void decodesAnApiService() {
        byte[] body = HexFormat.of()
                .parseHex(
                        "6b38730012" + "19" + "0a030a0161" + "1212" + "0a090a016e12017318bb03" + "120167" + "20013864");

        assertThat(BuiltInMessages.decode(body, new GroupVersionKind("apiregistration.k8s.io", "v1", "APIService")))
                .isEqualTo(json("""
                {"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"a"},
                 "spec":{"service":{"namespace":"n","name":"s","port":443},"group":"g","insecureSkipTLSVerify":true,
                  "groupPriorityMinimum":100,"versionPriority":0},"status":{}}"""));
    }

    private static Message sample(Descriptor type, Random random, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            boolean deep = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && depth > 7;
            if (!deep && field.isRepeated()) {
                message.addRepeatedField(field, sampleValue(field, random, depth));
            } else if (!deep) {
                message.setField(field, sampleValue(field, random, depth));
            }
        }
        return message.build();
    }

    private static Object sampleValue(FieldDescriptor field, Random random, int depth) {
        return switch (field.getJavaType()) {
            case STRING -> "text" + random.nextInt(100);
            case INT -> 1 + random.nextInt(100);
            case LONG -> 1L + random.nextInt(100);
            case BOOLEAN -> true;
            case DOUBLE -> 0.5;
            case BYTE_STRING -> ByteString.copyFromUtf8("{}");
            case MESSAGE -> sample(field.getMessageType(), random, depth + 1);
            default -> throw new IllegalStateException(field.getFullName());
        };
    }

    private static void requireShape(JsonValue value, Schema schema, String where) {
        switch (schema.shape()) {
            case STRUCT ->
                assertThat(value)
                        .as(where)
                        .isInstanceOfSatisfying(
                                JsonObject.class,
                                object -> object.forEach((name, part) -> {
                                    Field field = schema.field(name);
                                    assertThat(field).as(where + "." + name).isNotNull();
                                    if (field != null && part != JsonValue.JsonNull.NULL) {
                                        requireShape(part, field.schema(), where + "." + name);
                                    }
                                }));
            case MAP ->
                assertThat(value)
                        .as(where)
                        .isInstanceOfSatisfying(
                                JsonObject.class,
                                object -> object.forEach(
                                        (key, part) -> requireShape(part, schema.element(), where + "." + key)));
            case LIST ->
                assertThat(value)
                        .as(where)
                        .isInstanceOfSatisfying(
                                JsonArray.class,
                                array -> array.forEach(part -> requireShape(part, schema.element(), where + "[]")));
            case TEXT, BYTES, TIME, MICRO_TIME, QUANTITY ->
                assertThat(value).as(where).isInstanceOf(JsonValue.JsonString.class);
            case INTEGER -> assertThat(value).as(where).isInstanceOf(JsonValue.JsonInteger.class);
            case DECIMAL -> assertThat(value).as(where).isInstanceOf(JsonValue.JsonDecimal.class);
            case BOOLEAN -> assertThat(value).as(where).isInstanceOf(JsonValue.JsonBoolean.class);
            case INT_OR_STRING, ANY -> assertThat(value).as(where).isNotNull();
        }
    }

    private static JsonObject decode(String apiVersion, String kind, Message message) {
        Unknown envelope = Unknown.newBuilder()
                .setTypeMeta(TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind))
                .setRaw(message.toByteString())
                .build();
        byte[] body = ByteString.copyFrom(new byte[] {'k', '8', 's', 0})
                .concat(envelope.toByteString())
                .toByteArray();
        return BuiltInMessages.decode(body, NOTHING);
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
