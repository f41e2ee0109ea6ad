package dev.setpoint.resources.structural;

import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import dev.setpoint.machinery.schema.Topology;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A structural schema in the terms in which built-in kinds are described: which fields there are, and who owns what.
/// Everything tolerates values of the wrong type, which validation refuses later; only metadata is as strict as
/// everywhere.
public final class ObjectShape {
    private static final List<String> TYPE = List.of("apiVersion", "kind");
    private static final String METADATA = "metadata";

    /// What `additionalProperties: true` lets pass: scalars, and objects without anything in them.
    private static final Schema PRUNED =
            Schema.struct("", Merge.GRANULAR, List::of).tolerating();

    private ObjectShape() {}

    /// The shape of whole objects, their type left out.
    public static Schema of(Structural root) {
        List<Field> fields = new ArrayList<>();
        fields.add(metadata());
        addProperties(root, fields, true);
        return struct(root, fields);
    }

    /// The shape of an object with nothing in it but a value of this schema.
    public static Schema holding(String name, Structural value) {
        return Schema.struct("", Merge.GRANULAR, () -> List.of(new Field(name, shape(value))));
    }

    private static Schema shape(@Nullable Structural schema) {
        if (schema == null) {
            return Schema.scalar(Shape.ANY).tolerating();
        }
        if (schema.intOrString()) {
            return Schema.scalar(Shape.INT_OR_STRING).tolerating();
        }
        return switch (schema.type()) {
            case "object" -> object(schema);
            case "array" ->
                Schema.list(shape(schema.items()), listMerge(schema)).tolerating();
            case "string" -> Schema.scalar(Shape.TEXT).tolerating();
            case "integer" -> Schema.scalar(Shape.INTEGER).tolerating();
            case "number" -> Schema.scalar(Shape.DECIMAL).tolerating();
            case "boolean" -> Schema.scalar(Shape.BOOLEAN).tolerating();
            default -> schema.properties().isEmpty() ? Schema.scalar(Shape.ANY).tolerating() : object(schema);
        };
    }

    private static Schema object(Structural schema) {
        boolean map = schema.additionalAllowed() && schema.properties().isEmpty() && !schema.preservesUnknown();
        if (map) {
            Schema values = schema.additional() == null ? PRUNED : shape(schema.additional());
            return Schema.map(values, mapMerge(schema)).tolerating();
        }
        List<Field> fields = new ArrayList<>();
        if (schema.embedded()) {
            TYPE.forEach(
                    name -> fields.add(new Field(name, Schema.scalar(Shape.TEXT).tolerating())));
            fields.add(metadata());
        }
        addProperties(schema, fields, schema.embedded());
        return struct(schema, fields);
    }

    private static void addProperties(Structural schema, List<Field> fields, boolean resource) {
        schema.properties().forEach((name, property) -> {
            if (!resource || !(TYPE.contains(name) || name.equals(METADATA))) {
                fields.add(new Field(name, shape(property), schema.required().contains(name), property.defaultValue()));
            }
        });
    }

    private static Schema struct(Structural schema, List<Field> fields) {
        List<Field> known = List.copyOf(fields);
        Schema struct = Schema.struct("", mapMerge(schema), () -> known).tolerating();
        return schema.preservesUnknown() ? struct.keepingUnknown() : struct;
    }

    private static Field metadata() {
        return new Field(METADATA, Objects.requireNonNull(BuiltInSchemas.type("meta.v1.ObjectMeta")));
    }

    private static Merge mapMerge(Structural schema) {
        return schema.mapType().equals("atomic") ? Merge.ATOMIC : Merge.GRANULAR;
    }

    private static Merge listMerge(Structural schema) {
        return switch (schema.listType()) {
            case "set" -> Merge.set();
            case "map" ->
                schema.listMapKeys().isEmpty()
                        ? Merge.ATOMIC
                        : new Merge(Topology.KEYED, schema.listMapKeys(), List.of(), "");
            default -> Merge.ATOMIC;
        };
    }
}
