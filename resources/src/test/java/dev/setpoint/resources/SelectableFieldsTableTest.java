package dev.setpoint.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.value.Header;
import dev.setpoint.machinery.header.ObjectHeaders;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import dev.setpoint.machinery.text.TextTable;
import dev.setpoint.resources.conversion.Conversions;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds the table of selectable fields to the kinds that there are, and both makers of headers to each other.
class SelectableFieldsTableTest {
    private static final Map<String, Shape> SHAPES =
            Map.of("text", Shape.TEXT, "flag", Shape.BOOLEAN, "number", Shape.INTEGER);

    /// A path with a mistake of spelling would leave its field empty for ever.
    @Test
    void everyPathIsInTheSchemaOfItsKind() {
        for (String[] row : rows()) {
            ResourceType type = type(row[0]);
            List<String> words = TextTable.words(row[3], " ");
            for (String path : words.subList(1, words.size())) {
                Schema found = BuiltInSchemas.of(type.groupVersionKind()).at(path.split("\\.", -1));
                assertThat(Optional.ofNullable(found).map(Schema::shape))
                        .as("%s of %s", path, row[0])
                        .isEqualTo(Optional.ofNullable(SHAPES.get(words.getFirst())));
            }
        }
    }

    /// What the server stores of an object and what a client makes of the same object when it comes over HTTPS, in
    /// whichever version it was asked for.
    @ParameterizedTest
    @MethodSource("types")
    void theHeaderOfAClientIsThatOfTheServer(ResourceType type) {
        String storedAs = type.storageResource().groupResource().toString();
        JsonObject object = full(storedAs);
        Header header = ObjectHeaders.of(object, SelectableFields.of(storedAs));
        byte[] sent = JsonWriter.bytes(Conversions.of(type).toServed(object.copy()));

        Header received = ObjectHeaders.of(
                JsonReader.object(sent),
                SelectableFields.of(type.resource().groupResource().toString()));

        assertThat(received).isEqualTo(header);
        assertThat(received.fields().keySet())
                .containsExactlyElementsOf(header.fields().keySet());
        assertThat(header.labels()).containsEntry("app", "x");
        assertThat(header.fields())
                .doesNotContainValue("")
                .doesNotContainValue("false")
                .doesNotContainValue("0");
    }

    /// An object in which everything is set that its kind can be selected by.
    private static JsonObject full(String resource) {
        JsonObject object = JsonReader.object("""
                {"metadata": {"name": "n", "namespace": "default", "uid": "u", "generation": 3,
                              "labels": {"z": "1", "app": "x"}, "finalizers": ["a/b"],
                              "deletionTimestamp": "2026-01-01T00:00:00Z",
                              "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "o", "uid": "p",
                                                   "controller": true, "blockOwnerDeletion": true}]}}""".getBytes(StandardCharsets.UTF_8));
        for (String[] row : rows()) {
            if (row[0].equals(resource)) {
                List<String> words = TextTable.words(row[3], " ");
                for (String path : words.subList(1, words.size())) {
                    set(object, path.split("\\.", -1), value(words.getFirst(), path));
                }
            }
        }
        return object;
    }

    private static JsonValue value(String form, String path) {
        return switch (form) {
            case "flag" -> JsonValue.of(true);
            case "number" -> JsonValue.of(7);
            default -> JsonValue.of("the " + path);
        };
    }

    private static void set(JsonObject object, String[] path, JsonValue value) {
        JsonObject holder = object;
        for (int i = 0; i < path.length - 1; i++) {
            holder = holder.child(path[i]);
        }
        holder.put(path[path.length - 1], value);
    }

    private static List<String[]> rows() {
        return TextTable.rows(SelectableFields.class, "selectable-fields.tsv", 5);
    }

    private static ResourceType type(String resource) {
        return types().stream()
                .filter(type -> type.resource().groupResource().toString().equals(resource))
                .findFirst()
                .orElseThrow(() -> new AssertionError(resource + " is not in resources.tsv"));
    }

    static List<ResourceType> types() {
        return ResourceTable.builtIn().types();
    }
}
