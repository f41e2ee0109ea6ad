package dev.setpoint.resources.openapi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpenApiV3Test {
    private static final String VERSION = "v1.36.0";
    private static final String COMPONENTS = "#/components/schemas/";

    private final ResourceTable table = ResourceTable.builtIn();
    private final JsonObject apps =
            OpenApiV3.document(table, CustomSchemas.NONE, new GroupVersion("apps", "v1"), VERSION);
    private final JsonObject core = OpenApiV3.document(table, CustomSchemas.NONE, new GroupVersion("", "v1"), VERSION);

    @Test
    void indexesEveryGroupAndVersion() {
        JsonObject paths = requireNonNull(
                OpenApiV3.index(table, CustomSchemas.NONE, VERSION).object("paths"));

        assertThat(paths.names())
                .contains("api/v1", "apis/apps/v1", "apis/autoscaling/v2", "apis", "apis/apps")
                .containsAll(table.types().stream()
                        .map(type -> OpenApiV3.path(type.groupVersion()))
                        .toList());
        assertThat(requireNonNull(paths.object("apis/apps/v1")).textOr("serverRelativeURL", ""))
                .matches("/openapi/v3/apis/apps/v1\\?hash=[0-9A-F]{64}");
        Set<String> hashes = new HashSet<>();
        paths.forEach((_, entry) -> hashes.add(entry.toString().replaceAll(".*hash=", "")));
        assertThat(hashes).hasSameSizeAs(paths.names());
    }

    @Test
    void describesWhatLiesAboveTheVersions() {
        JsonObject group = OpenApiV3.rootDocument(table, "apis/apps", VERSION).orElseThrow();
        assertThat(group.child("paths").names()).containsExactly("/apis/apps/");
        assertThat(component(group, "io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup"))
                .isNotNull();
        assertThat(OpenApiV3.rootDocument(table, "apis/nosuch", VERSION)).isEmpty();
    }

    @Test
    void changesTheHashWithTheServer() {
        GroupVersion version = new GroupVersion("apps", "v1");

        assertThat(OpenApiV3.hash(table, CustomSchemas.NONE, version, VERSION))
                .isEqualTo(OpenApiV3.hash(table, CustomSchemas.NONE, version, VERSION));
        assertThat(OpenApiV3.hash(table, CustomSchemas.NONE, version, VERSION))
                .isNotEqualTo(OpenApiV3.hash(table, CustomSchemas.NONE, version, "v1.37.0"));
    }

    @Test
    void hashesEveryClassThatMakesDocuments() throws IOException, URISyntaxException {
        Path folder =
                Path.of(OpenApiV3.class.getResource("OpenApiV3.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(requireNonNull(folder))) {
            List<String> classes = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.startsWith("package-info"))
                    .toList();
            assertThat(Origin.MAKERS)
                    .extracting(maker -> maker.getSimpleName() + ".class")
                    .containsExactlyInAnyOrderElementsOf(classes);
        }
    }

    @Test
    void describesStructsAsComponents() {
        JsonObject spec = component(apps, "io.k8s.api.apps.v1.DeploymentSpec");

        assertThat(spec.get("required")).isEqualTo(json("['selector','template']"));
        assertThat(spec.at("properties", "replicas", "format")).isEqualTo(JsonValue.of("int32"));
        assertThat(spec.at("properties", "strategy", "allOf"))
                .isEqualTo(json("[{'$ref':'#/components/schemas/io.k8s.api.apps.v1.DeploymentStrategy'}]"));
        assertThat(spec.at("properties", "strategy", "x-kubernetes-patch-strategy"))
                .isEqualTo(JsonValue.of("retainKeys"));
        assertThat(requireNonNull(spec.at("properties", "replicas", "description"))
                        .toString())
                .contains("Number of desired pods");
    }

    @Test
    void publishesMergeRules() {
        JsonObject containers = property(core, "io.k8s.api.core.v1.PodSpec", "containers");

        assertThat(containers.get("x-kubernetes-list-map-keys")).isEqualTo(json("['name']"));
        assertThat(containers.text("x-kubernetes-list-type")).isEqualTo("map");
        assertThat(containers.text("x-kubernetes-patch-merge-key")).isEqualTo("name");
        assertThat(containers.text("x-kubernetes-patch-strategy")).isEqualTo("merge");
        assertThat(property(core, "io.k8s.api.core.v1.PodSpec", "volumes").text("x-kubernetes-patch-strategy"))
                .isEqualTo("merge,retainKeys");
        assertThat(property(core, "io.k8s.api.core.v1.PodSpec", "nodeSelector").text("x-kubernetes-map-type"))
                .isEqualTo("atomic");
        assertThat(component(core, "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector")
                        .text("x-kubernetes-map-type"))
                .isEqualTo("atomic");
        assertThat(property(core, "io.k8s.api.core.v1.PersistentVolumeSpec", "claimRef")
                        .text("x-kubernetes-map-type"))
                .isEqualTo("granular");
        assertThat(property(core, "io.k8s.api.core.v1.ContainerPort", "protocol")
                        .text("default"))
                .isEqualTo("TCP");
    }

    @Test
    void givesValuesWithoutPartsTheirOwnForm() {
        assertThat(component(core, "io.k8s.apimachinery.pkg.api.resource.Quantity")
                        .get("oneOf"))
                .isEqualTo(json("[{'type':'string'},{'type':'number'}]"));
        assertThat(component(core, "io.k8s.apimachinery.pkg.util.intstr.IntOrString")
                        .text("format"))
                .isEqualTo("int-or-string");
        assertThat(property(core, "io.k8s.api.core.v1.Secret", "data").at("additionalProperties"))
                .isEqualTo(json("{'type':'string','format':'byte'}"));
        assertThat(property(core, "io.k8s.api.core.v1.ResourceRequirements", "limits")
                        .at("additionalProperties"))
                .isEqualTo(json("{'$ref':'#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity'}"));
    }

    /// kubectl explain looks for the kind of a path, and for the component of that kind.
    @Test
    void namesTheKindOfEveryResourceAtItsPathAndAtItsComponent() {
        for (ResourceType type : table.types()) {
            JsonObject document = OpenApiV3.document(table, CustomSchemas.NONE, type.groupVersion(), VERSION);
            String path = "/" + OpenApiV3.path(type.groupVersion())
                    + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
            JsonObject item = requireNonNull(document.child("paths").object(path), path);
            String method = item.has("get") ? "get" : "post";
            JsonValue kind = item.at(method, "x-kubernetes-group-version-kind");
            assertThat(kind).isEqualTo(Components.kind(type.groupVersionKind()));
            assertThat(document.child("components").child("schemas").entries())
                    .as(type.kind())
                    .anyMatch(entry -> entry.getValue() instanceof JsonObject schema
                            && schema.get("x-kubernetes-group-version-kind") instanceof JsonArray kinds
                            && kinds.contains(requireNonNull(kind)));
        }
    }

    /// kubectl apply asks the PATCH operation of a kind for these before it uses them.
    @Test
    void offersDryRunAndFieldValidationWhereverObjectsArePatched() {
        JsonObject patch = requireNonNull(apps.child("paths")
                .child("/apis/apps/v1/namespaces/{namespace}/deployments/{name}")
                .object("patch"));

        assertThat(requireNonNull(patch.array("parameters")).objects())
                .filteredOn(parameter -> parameter.textOr("in", "").equals("query"))
                .extracting(parameter -> parameter.textOr("name", ""))
                .contains("dryRun", "fieldValidation", "fieldManager", "force");
        assertThat(patch.text("operationId")).isEqualTo("patchAppsV1NamespacedDeployment");
    }

    @Test
    void offersExactlyTheVerbsOfTheTable() {
        JsonObject paths = core.child("paths");

        assertThat(paths.child("/api/v1/namespaces").names()).containsExactly("get", "post", "parameters");
        assertThat(paths.child("/api/v1/componentstatuses").names()).containsExactly("get", "parameters");
        assertThat(paths.child("/api/v1/namespaces/{namespace}/bindings").names())
                .containsExactly("post", "parameters");
        assertThat(paths.child("/api/v1/namespaces/{namespace}/pods/{name}/eviction")
                        .names())
                .containsExactly("post", "parameters");
        assertThat(paths.child("/api/v1/pods").names()).containsExactly("get", "parameters");
        assertThat(paths.has("/api/v1/namespaces/{namespace}/bindings/{name}")).isFalse();
    }

    @Test
    void refersToNothingThatIsMissing() {
        for (ResourceType type : table.types()) {
            JsonObject document = OpenApiV3.document(table, CustomSchemas.NONE, type.groupVersion(), VERSION);
            List<String> references = new ArrayList<>();
            collectReferences(document, references);
            JsonObject schemas = document.child("components").child("schemas");
            assertThat(references)
                    .isNotEmpty()
                    .allMatch(reference ->
                            reference.startsWith(COMPONENTS) && schemas.has(reference.substring(COMPONENTS.length())));
        }
    }

    @Test
    void keepsIdentifiersOfOperationsApart() {
        List<String> identifiers = new ArrayList<>();
        core.child("paths").forEach((_, item) -> {
            if (item instanceof JsonObject operations) {
                operations.forEach((_, operation) -> {
                    if (operation instanceof JsonObject described && described.has("operationId")) {
                        identifiers.add(described.textOr("operationId", ""));
                    }
                });
            }
        });

        assertThat(identifiers).doesNotHaveDuplicates().contains("listCoreV1PodForAllNamespaces", "readCoreV1Node");
    }

    private static void collectReferences(JsonValue value, List<String> references) {
        switch (value) {
            case JsonObject object ->
                object.forEach((name, part) -> {
                    if (name.equals("$ref") && part instanceof JsonValue.JsonString(String text)) {
                        references.add(text);
                    }
                    collectReferences(part, references);
                });
            case JsonArray array -> array.forEach(part -> collectReferences(part, references));
            default -> {}
        }
    }

    private static JsonObject component(JsonObject document, String name) {
        return requireNonNull(document.child("components").child("schemas").object(name), name);
    }

    private static JsonObject property(JsonObject document, String component, String name) {
        return requireNonNull(component(document, component).child("properties").object(name), name);
    }

    private static JsonValue json(String text) {
        return JsonReader.value(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
