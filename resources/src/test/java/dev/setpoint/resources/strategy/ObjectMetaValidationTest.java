package dev.setpoint.resources.strategy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectMetaValidationTest {
    private static final ResourceType CONFIG_MAPS =
            requireNonNull(ResourceTable.builtIn().find("", "v1", "configmaps"));
    private static final ResourceType NODES =
            requireNonNull(ResourceTable.builtIn().find("", "v1", "nodes"));
    private static final String SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String QUALIFIED = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
            + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    @Test
    void acceptsWhatKubernetesAccepts() {
        assertThat(created("'name': 'a.b-c.d', 'labels': {'ok.example/x': '', 'y': 'A_b.c-d'}"))
                .isEmpty();
        assertThat(created("'name': 'a', 'annotations': {'UPPER.example/x': 'v'}"))
                .isEmpty();
        assertThat(created("'name': 'pre-x', 'generateName': 'pre-'")).isEmpty();
        assertThat(created("'name': '1', 'finalizers': ['example.com/one', 'kubernetes', 'orphan']"))
                .isEmpty();
    }

    @Test
    void saysWhatIsWrongWithAName() {
        for (String name : List.of("UPPER", "a_b", "-a", "a..b", "a.", "ü")) {
            assertThat(created("'name': '" + name + "'"))
                    .containsExactly("metadata.name: Invalid value: \"" + name + "\": " + SUBDOMAIN);
        }
        assertThat(created("'name': '" + "a".repeat(254) + "'"))
                .containsExactly("metadata.name: Invalid value: \"" + "a".repeat(254)
                        + "\": must be no more than 253 characters");
        assertThat(created("'labels': {}"))
                .containsExactly("metadata.name: Required value: name or generateName is required");
        assertThat(created("'name': 'Bad_x', 'generateName': 'Bad_'"))
                .containsExactly(
                        "metadata.generateName: Invalid value: \"Bad_\": " + SUBDOMAIN,
                        "metadata.name: Invalid value: \"Bad_x\": " + SUBDOMAIN);
    }

    @Test
    void namespacesBelongToNamespacedKindsAlone() {
        assertThat(texts(ObjectMetaValidation.onCreate(
                        object("'name': 'a'"),
                        CONFIG_MAPS,
                        Samples.STRATEGIES.of(CONFIG_MAPS).traits())))
                .containsExactly("metadata.namespace: Required value");
        assertThat(texts(ObjectMetaValidation.onCreate(
                        object("'name': 'a', 'namespace': 'b'"),
                        NODES,
                        Samples.STRATEGIES.of(NODES).traits())))
                .containsExactly("metadata.namespace: Forbidden: not allowed on this type");
    }

    @Test
    void saysWhatIsWrongWithLabels() {
        assertThat(labelled("'bad key': 'v'"))
                .containsExactly("metadata.labels: Invalid value: \"bad key\": name part " + QUALIFIED);
        assertThat(labelled("'k': 'bad value!'"))
                .containsExactly("metadata.labels: Invalid value: \"bad value!\": a valid label must be an empty string"
                        + " or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                        + " alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for"
                        + " validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
        assertThat(labelled("'k': '" + "v".repeat(64) + "'"))
                .containsExactly(
                        "metadata.labels: Invalid value: \"" + "v".repeat(64) + "\": must be no more than 63 bytes");
        assertThat(labelled("'a/b/c': 'v'"))
                .containsExactly("metadata.labels: Invalid value: \"a/b/c\": a valid label key " + QUALIFIED
                        + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        assertThat(labelled("'': 'v'"))
                .containsExactly(
                        "metadata.labels: Invalid value: \"\": name part must be non-empty",
                        "metadata.labels: Invalid value: \"\": name part " + QUALIFIED);
        assertThat(labelled("'Example.com/x': 'v'"))
                .containsExactly("metadata.labels: Invalid value: \"Example.com/x\": prefix part " + SUBDOMAIN);
    }

    @Test
    void boundsAnnotations() {
        assertThat(created("'name': 'a', 'annotations': {'/x': 'v'}"))
                .containsExactly("metadata.annotations: Invalid value: \"/x\": prefix part must be non-empty");
        assertThat(created("'name': 'a', 'annotations': {'x': '" + "v".repeat(256 * 1024) + "'}"))
                .containsExactly("metadata.annotations: Too long: may not be more than 262144 bytes");
        assertThat(created("'name': 'a', 'annotations': {'x': '" + "v".repeat(256 * 1024 - 1) + "'}"))
                .isEmpty();
    }

    @Test
    void finalizersAreNotBothOrphanAndForeground() {
        assertThat(created("'name': 'a', 'finalizers': ['bad name/x']"))
                .containsExactly("metadata.finalizers: Invalid value: \"bad name/x\": prefix part " + SUBDOMAIN);
        assertThat(created("'name': 'a', 'finalizers': ['orphan', 'foregroundDeletion']"))
                .containsExactly("metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: finalizer"
                        + " orphan and foregroundDeletion cannot be both set");
    }

    @Test
    void anObjectHasOneController() {
        String first = "{'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'name': 'r', 'uid': '1', 'controller': true}";
        String second = "{'controller': true, 'apiVersion': 'v1', 'kind': 'Node', 'name': 'n', 'uid': '2'}";

        assertThat(created("'name': 'a', 'ownerReferences': [" + first + "]")).isEmpty();
        assertThat(created("'name': 'a', 'ownerReferences': [" + first + "," + second + "]"))
                .containsExactly("metadata.ownerReferences: Invalid value:"
                        + " [{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"r\",\"uid\":\"1\",\"controller\":true},"
                        + "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n\",\"uid\":\"2\",\"controller\":true}]:"
                        + " Only one reference can have Controller set to true. Found \"true\" in references for"
                        + " ReplicaSet/r and Node/n");
        assertThat(created("'name': 'a', 'ownerReferences': [{'apiVersion': 'a/b/c', 'kind': 'K'}]"))
                .containsExactly(
                        "metadata.ownerReferences[0].apiVersion: Invalid value: \"a/b/c\": must be <group>/<version> or"
                                + " <version>",
                        "metadata.ownerReferences[0].name: Required value: must not be empty",
                        "metadata.ownerReferences[0].uid: Required value: must not be empty");
    }

    @Test
    void identityNeverChangesAndIsToldTwice() {
        JsonObject old = object("'name': 'a', 'namespace': 'n', 'uid': '1'");

        assertThat(texts(ObjectMetaValidation.onUpdate(object("'name': 'a', 'namespace': 'n', 'uid': '2'"), old)))
                .containsExactly(
                        "metadata.uid: Invalid value: \"2\": field is immutable",
                        "metadata.uid: Invalid value: \"2\": field is immutable");
        assertThat(texts(ObjectMetaValidation.onUpdate(
                        object("'name': 'a', 'namespace': 'n', 'uid': '1', 'deletionTimestamp':"
                                + " '2001-02-03T04:05:06Z'"),
                        old)))
                .containsOnly("metadata.deletionTimestamp: Invalid value: \"2001-02-03T04:05:06Z\": field is immutable")
                .hasSize(2);
        assertThat(ObjectMetaValidation.onUpdate(old.copy(), old)).isEmpty();
    }

    @Test
    void aDeletedObjectGetsNoNewFinalizers() {
        String deleted = "'name': 'a', 'deletionTimestamp': '2001-02-03T04:05:06Z'";
        JsonObject old = object(deleted + ", 'finalizers': ['example.com/a', 'example.com/b']");

        assertThat(ObjectMetaValidation.onUpdate(object(deleted + ", 'finalizers': ['example.com/b']"), old))
                .isEmpty();
        assertThat(texts(ObjectMetaValidation.onUpdate(
                        object(deleted + ", 'finalizers': ['example.com/d', 'example.com/b', 'example.com/c']"), old)))
                .containsOnly("metadata.finalizers: Forbidden: no new finalizers can be added if the object is being"
                        + " deleted, found new finalizers []string{\"example.com/c\", \"example.com/d\"}");
    }

    private static List<String> labelled(String labels) {
        return created("'name': 'a', 'labels': {" + labels + "}");
    }

    private static List<String> created(String metadata) {
        return texts(ObjectMetaValidation.onCreate(
                object("'namespace': 'default', " + metadata),
                CONFIG_MAPS,
                Samples.STRATEGIES.of(CONFIG_MAPS).traits()));
    }

    private static List<String> texts(List<?> errors) {
        return errors.stream().map(Object::toString).toList();
    }

    private static JsonObject object(String metadata) {
        String json = "{'metadata': {" + metadata + "}}";
        return JsonReader.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
