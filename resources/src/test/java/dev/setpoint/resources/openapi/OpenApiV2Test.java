package dev.setpoint.resources.openapi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenApiV2Test {
    private static final JsonObject DOCUMENT =
            OpenApiV2.document(ResourceTable.builtIn(), CustomSchemas.NONE, "v1.36.0");

    @Test
    void holdsEveryGroup() {
        assertThat(DOCUMENT.text("swagger")).isEqualTo("2.0");
        assertThat(DOCUMENT.child("definitions").names())
                .contains(
                        "io.k8s.api.core.v1.Pod",
                        "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
                        "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService");
        assertThat(DOCUMENT.child("paths").names()).contains("/api/v1/nodes/{name}", "/apis/apps/v1/deployments");
    }

    @Test
    void letsReferencesStandBesideTheirDescription() {
        JsonObject strategy = requireNonNull(DOCUMENT.child("definitions")
                .child("io.k8s.api.apps.v1.DeploymentSpec")
                .child("properties")
                .object("strategy"));

        assertThat(strategy.text("$ref")).isEqualTo("#/definitions/io.k8s.api.apps.v1.DeploymentStrategy");
        assertThat(strategy.text("x-kubernetes-patch-strategy")).isEqualTo("retainKeys");
        assertThat(strategy.has("allOf")).isFalse();
    }

    @Test
    void makesTextsOfTypesThatAreOneOfTwo() {
        assertThat(DOCUMENT.child("definitions")
                        .child("io.k8s.apimachinery.pkg.util.intstr.IntOrString")
                        .text("type"))
                .isEqualTo("string");
    }

    @Test
    void takesTheBodyAsAParameter() {
        JsonObject patch = requireNonNull(DOCUMENT.child("paths")
                .child("/apis/apps/v1/namespaces/{namespace}/deployments/{name}")
                .object("patch"));

        assertThat(requireNonNull(patch.array("consumes")).texts()).contains("application/strategic-merge-patch+json");
        JsonObject body = requireNonNull(patch.array("parameters")).objects().getFirst();
        assertThat(body)
                .isEqualTo(json("{'name':'body','in':'body','required':true,"
                        + "'schema':{'$ref':'#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Patch'}}"));
        assertThat(requireNonNull(patch.array("parameters")).objects())
                .contains(
                        json("{'name':'fieldManager','in':'query','description':'Who is writing: the name under which "
                                + "fields are owned.','type':'string','uniqueItems':true}"));
    }

    /// Read back with a library that knows nothing of it: numbers of fields and what stands in them.
    @Test
    void encodesTheDocumentAsProtobuf() throws InvalidProtocolBufferException {
        UnknownFieldSet document = UnknownFieldSet.parseFrom(OpenApiV2.protobuf(DOCUMENT));

        assertThat(text(document, 1)).isEqualTo("2.0");
        assertThat(text(message(document, 2).getFirst(), 1)).isEqualTo("Kubernetes");
        List<UnknownFieldSet> paths = message(message(document, 8).getFirst(), 2);
        assertThat(paths).hasSize(DOCUMENT.child("paths").size());
        List<UnknownFieldSet> definitions = message(message(document, 9).getFirst(), 1);
        assertThat(definitions).hasSize(DOCUMENT.child("definitions").size());
        UnknownFieldSet podSpec = named(definitions, "io.k8s.api.core.v1.PodSpec");
        assertThat(text(message(podSpec, 22).getFirst(), 1)).isEqualTo("object");
        assertThat(text(podSpec, 19)).isEqualTo("containers");
        UnknownFieldSet containers = named(message(message(podSpec, 25).getFirst(), 1), "containers");
        assertThat(text(message(message(containers, 23).getFirst(), 1).getFirst(), 1))
                .isEqualTo("#/definitions/io.k8s.api.core.v1.Container");
        List<String> extensions = new ArrayList<>();
        for (UnknownFieldSet extension : message(containers, 31)) {
            extensions.add(text(extension, 1) + "=" + text(message(extension, 2).getFirst(), 2));
        }
        assertThat(extensions)
                .containsExactlyInAnyOrder(
                        "x-kubernetes-list-map-keys=[\"name\"]",
                        "x-kubernetes-list-type=\"map\"",
                        "x-kubernetes-patch-merge-key=\"name\"",
                        "x-kubernetes-patch-strategy=\"merge\"");
    }

    /// kubectl 1.27 looks for the parameter on the PATCH operation whose extension names the kind.
    @Test
    void encodesTheParametersOfOperations() throws InvalidProtocolBufferException {
        UnknownFieldSet document = UnknownFieldSet.parseFrom(OpenApiV2.protobuf(DOCUMENT));
        UnknownFieldSet item = named(
                message(message(document, 8).getFirst(), 2), "/apis/apps/v1/namespaces/{namespace}/deployments/{name}");
        UnknownFieldSet patch = message(item, 8).getFirst();
        List<String> query = new ArrayList<>();
        for (UnknownFieldSet parameter : message(patch, 8)) {
            for (UnknownFieldSet plain : message(message(parameter, 1).getFirst(), 2)) {
                message(plain, 3).forEach(found -> query.add(text(found, 4)));
            }
        }

        assertThat(query).containsExactly("dryRun", "fieldManager", "fieldValidation", "force");
        assertThat(message(patch, 13)).anySatisfy(extension -> {
            assertThat(text(extension, 1)).isEqualTo("x-kubernetes-group-version-kind");
            assertThat(text(message(extension, 2).getFirst(), 2))
                    .isEqualTo("{\"group\":\"apps\",\"kind\":\"Deployment\",\"version\":\"v1\"}");
        });
    }

    private static UnknownFieldSet named(List<UnknownFieldSet> entries, String name) {
        for (UnknownFieldSet entry : entries) {
            if (text(entry, 1).equals(name)) {
                return message(entry, 2).getFirst();
            }
        }
        throw new AssertionError(name + " is missing");
    }

    private static List<UnknownFieldSet> message(UnknownFieldSet holder, int number) {
        List<UnknownFieldSet> messages = new ArrayList<>();
        try {
            for (var bytes : holder.getField(number).getLengthDelimitedList()) {
                messages.add(UnknownFieldSet.parseFrom(bytes));
            }
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
        return messages;
    }

    private static String text(UnknownFieldSet holder, int number) {
        return holder.getField(number).getLengthDelimitedList().getFirst().toStringUtf8();
    }

    private static JsonObject json(String text) {
        JsonValue value = JsonReader.value(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return value instanceof JsonObject object ? object : new JsonObject();
    }
}
