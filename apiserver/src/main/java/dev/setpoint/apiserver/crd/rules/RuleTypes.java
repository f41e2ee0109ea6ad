package dev.setpoint.apiserver.crd.rules;

import dev.setpoint.expressions.ValueType;
import dev.setpoint.resources.structural.Structural;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What CEL rules know of the values of a schema.
///
/// A field whose name is no CEL name is found under another one: `my-field` is `my__dash__field`.
final class RuleTypes {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return");

    private RuleTypes() {}

    /// @param name of the type, unique within a schema
    static ValueType of(Structural schema, String name, boolean root) {
        if (schema.intOrString()) {
            return ValueType.ANY;
        }
        if (schema.nullable()
                && !schema.type().equals("object")
                && !schema.type().equals("array")) {
            return ValueType.ANY;
        }
        return switch (schema.type()) {
            case "object" -> object(schema, name, root);
            case "array" -> ValueType.list(element(schema.items(), name + ".@idx"));
            case "string" -> text(schema.format());
            case "integer" -> ValueType.INTEGER;
            case "number" -> ValueType.DECIMAL;
            case "boolean" -> ValueType.BOOLEAN;
            default -> ValueType.ANY;
        };
    }

    private static ValueType element(@Nullable Structural schema, String name) {
        return schema == null ? ValueType.ANY : of(schema, name, false);
    }

    private static ValueType object(Structural schema, String name, boolean root) {
        if (schema.additionalAllowed() && schema.properties().isEmpty()) {
            return ValueType.map(element(schema.additional(), name + ".@elem"));
        }
        boolean resource = root || schema.embedded();
        if (schema.properties().isEmpty() && !resource) {
            return schema.preservesUnknown() ? ValueType.ANY : ValueType.object(name, Map.of());
        }
        Map<String, ValueType> fields = new LinkedHashMap<>();
        schema.properties().forEach((field, property) -> {
            if (!resource || !isMeta(field)) {
                String escaped = escaped(field);
                fields.put(escaped, of(property, name + "." + escaped, false));
            }
        });
        if (resource) {
            fields.put("apiVersion", ValueType.TEXT);
            fields.put("kind", ValueType.TEXT);
            fields.put(
                    "metadata",
                    ValueType.object(
                            name + ".metadata", Map.of("name", ValueType.TEXT, "generateName", ValueType.TEXT)));
        }
        return ValueType.object(name, fields);
    }

    static boolean isMeta(String field) {
        return field.equals("metadata") || field.equals("apiVersion") || field.equals("kind");
    }

    private static ValueType text(String format) {
        return switch (format) {
            case "date-time", "datetime", "date" -> ValueType.TIMESTAMP;
            case "duration" -> ValueType.DURATION;
            default -> ValueType.TEXT;
        };
    }

    /// The name of a field within rules.
    static String escaped(String name) {
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        if (!name.contains("__") && !name.contains(".") && !name.contains("-") && !name.contains("/")) {
            return name;
        }
        return name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
    }
}
