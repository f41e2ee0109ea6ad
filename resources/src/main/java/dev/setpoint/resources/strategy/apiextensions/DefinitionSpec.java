package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.structural.Structural;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The `spec` of a definition, read.
///
/// Kubernetes checks what all versions have in common in one place, and blames that place: `spec.validation` for a
/// schema that is the same in all of them, `spec.versions[1].schema` for one that is not.
record DefinitionSpec(JsonObject json, List<JsonObject> versions) {
    static final FieldPath SPEC = FieldPath.of("spec");

    static DefinitionSpec of(JsonObject definition) {
        JsonObject spec = definition.object("spec");
        JsonObject json = spec == null ? new JsonObject() : spec;
        return new DefinitionSpec(json, Fields.objects(json, "versions"));
    }

    String group() {
        return json.textOr("group", "");
    }

    JsonObject names() {
        JsonObject names = json.object("names");
        return names == null ? new JsonObject() : names;
    }

    FieldPath version(int index) {
        return SPEC.child("versions").index(index);
    }

    /// Whether all versions say the same of this.
    boolean shared(String field) {
        return versions.stream()
                        .map(version -> Optional.ofNullable(version.get(field)))
                        .distinct()
                        .count()
                <= 1;
    }

    /// Whether at least one version says something of this.
    boolean said(String field) {
        return versions.stream().anyMatch(version -> Fields.isSet(version, field));
    }

    /// The schema of a version, if it has one.
    static Optional<Structural> schema(JsonObject version) {
        return version.at("schema", "openAPIV3Schema") instanceof JsonObject schema
                ? Optional.of(Structural.of(schema))
                : Optional.empty();
    }

    static boolean hasStatus(JsonObject version) {
        return version.at("subresources", "status") instanceof JsonObject;
    }

    /// As an error about all versions shows them: Go's names of fields, without what is checked elsewhere.
    String shownVersions() {
        StringBuilder text = new StringBuilder("[");
        for (JsonObject version : versions) {
            text.append(text.length() > 1 ? "," : "")
                    .append("{\"Name\":")
                    .append(JsonValue.of(version.textOr("name", "")))
                    .append(",\"Served\":")
                    .append(version.booleanOr("served", false))
                    .append(",\"Storage\":")
                    .append(version.booleanOr("storage", false))
                    .append(",\"Deprecated\":")
                    .append(version.booleanOr("deprecated", false))
                    .append(",\"DeprecationWarning\":")
                    .append(shown(version, "deprecationWarning", false));
            text.append(",\"Schema\":").append(shown(version, "schema", shared("schema")));
            text.append(",\"Subresources\":").append(shown(version, "subresources", shared("subresources")));
            text.append(",\"AdditionalPrinterColumns\":")
                    .append(shown(version, "additionalPrinterColumns", shared("additionalPrinterColumns")));
            text.append(",\"SelectableFields\":")
                    .append(shown(version, "selectableFields", shared("selectableFields")))
                    .append('}');
        }
        return text.append(']').toString();
    }

    private static String shown(JsonObject version, String field, boolean leftOut) {
        JsonValue value = version.get(field);
        return leftOut || value == null ? "null" : Objects.toString(value);
    }
}
