package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.structural.SimplePath;
import dev.setpoint.resources.structural.Structural;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a version says besides its schema: deprecation, subresources, columns, selectable fields.
final class VersionChecks {
    private static final int MAX_SELECTABLE_FIELDS = 8;
    private static final int MAX_WARNING = 256;
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> COLUMN_FORMATS =
            List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");
    private static final Set<String> SELECTABLE_TYPES = Set.of("string", "boolean", "integer");

    private VersionChecks() {}

    static void deprecation(JsonObject version, FieldPath path, FieldErrors errors) {
        if (!(version.get("deprecationWarning") instanceof JsonString(String warning))) {
            return;
        }
        FieldPath at = path.child("deprecationWarning");
        if (!version.booleanOr("deprecated", false)) {
            errors.invalid(at, warning, "can only be set for deprecated versions");
            return;
        }
        if (warning.length() > MAX_WARNING) {
            errors.invalid(at, warning, "must be <= 256 characters long");
        }
        if (warning.isEmpty()) {
            errors.invalid(at, warning, "must not be an empty string");
        }
        for (int i = 0; i < warning.length(); i++) {
            if (Character.isISOControl(warning.charAt(i))) {
                errors.invalid(
                        at,
                        warning,
                        "must only contain printable UTF-8 characters; non-printable character found at index " + i);
                return;
            }
        }
    }

    static void subresources(@Nullable JsonObject subresources, FieldPath path, FieldErrors errors) {
        JsonObject scale = subresources == null ? null : subresources.object("scale");
        if (scale == null) {
            return;
        }
        scalePath(scale, "specReplicasPath", ".spec.", path, errors);
        scalePath(scale, "statusReplicasPath", ".status.", path, errors);
        String selector = scale.textOr("labelSelectorPath", "");
        FieldPath at = path.child("scale.labelSelectorPath");
        if (!selector.isEmpty()
                && simple(selector, at, errors)
                && !selector.startsWith(".spec.")
                && !selector.startsWith(".status.")) {
            errors.invalid(at, selector, "should be a json path under either .spec or .status");
        }
    }

    private static void scalePath(JsonObject scale, String field, String below, FieldPath path, FieldErrors errors) {
        String value = scale.textOr(field, "");
        FieldPath at = path.child("scale." + field);
        if (value.isEmpty()) {
            errors.required(at, "");
        } else if (simple(value, at, errors) && !value.startsWith(below)) {
            errors.invalid(at, value, "should be a json path under " + below.substring(0, below.length() - 1));
        }
    }

    private static boolean simple(String value, FieldPath path, FieldErrors errors) {
        if (value.charAt(0) != '.') {
            errors.invalid(path, value, "must be a simple json path starting with .");
            return false;
        }
        return true;
    }

    static void columns(JsonObject version, FieldPath path, FieldErrors errors) {
        List<JsonObject> columns = Fields.objects(version, "additionalPrinterColumns");
        for (int i = 0; i < columns.size(); i++) {
            column(columns.get(i), path.index(i), errors);
        }
    }

    private static void column(JsonObject column, FieldPath path, FieldErrors errors) {
        if (column.textOr("name", "").isEmpty()) {
            errors.required(path.child("name"), "");
        }
        String type = column.textOr("type", "");
        String types = "must be one of " + String.join(",", COLUMN_TYPES);
        if (type.isEmpty()) {
            errors.required(path.child("type"), types);
        } else if (!COLUMN_TYPES.contains(type)) {
            errors.invalid(path.child("type"), type, types);
        }
        String format = column.textOr("format", "");
        if (!format.isEmpty() && !COLUMN_FORMATS.contains(format)) {
            errors.invalid(path.child("format"), format, "must be one of " + String.join(",", COLUMN_FORMATS));
        }
        String jsonPath = column.textOr("jsonPath", "");
        if (jsonPath.isEmpty()) {
            errors.required(path.child("JSONPath"), "");
        } else {
            simple(jsonPath, path.child("JSONPath"), errors);
        }
    }

    static void selectableFields(JsonObject version, FieldPath path, FieldErrors errors) {
        List<JsonObject> fields = Fields.objects(version, "selectableFields");
        Optional<Structural> schema = DefinitionSpec.schema(version);
        if (fields.isEmpty() || schema.isEmpty()) {
            return; // A version without a schema is refused for that.
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            selectableField(fields.get(i).textOr("jsonPath", ""), schema.get(), path.index(i), seen, errors);
        }
        if (seen.size() > MAX_SELECTABLE_FIELDS) {
            errors.tooMany(path, seen.size(), MAX_SELECTABLE_FIELDS);
        }
    }

    private static void selectableField(
            String text, Structural root, FieldPath path, Set<String> seen, FieldErrors errors) {
        FieldPath at = path.child("jsonPath");
        if (text.isEmpty()) {
            errors.required(at, "");
            return;
        }
        Optional<SimplePath> parsed = SimplePath.parse(text).filter(SimplePath::plain);
        if (parsed.isEmpty()) {
            errors.invalid(at, text, "is an invalid path: must be a path of names that begins with a dot");
            return;
        }
        List<String> names = parsed.get().names();
        if (names.getFirst().equals("metadata")) {
            errors.invalid(at, text, "must not point to fields in metadata");
        }
        Structural schema = root;
        for (String name : names) {
            schema = schema == null ? null : schema.properties().get(name);
        }
        if (schema == null && !names.getFirst().equals("metadata")) {
            errors.invalid(at, text, "is an invalid path: does not refer to a valid field");
            return;
        }
        if (schema == null || !SELECTABLE_TYPES.contains(schema.type())) {
            errors.invalid(
                    at,
                    text,
                    "must point to a field of type string, boolean or integer. Enum string fields and strings with "
                            + "formats are allowed.");
        }
        if (!seen.add(String.join(".", names))) {
            errors.duplicate(at, text);
        }
    }
}
