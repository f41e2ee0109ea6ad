package dev.setpoint.generator;

import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.generator.ApiType.Usage;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// From types to schemas, with the rules that stand in our own tables.
final class Schemas {
    private final SortedMap<String, ApiType> types;
    private final MergeFacts merges = new MergeFacts();
    private final FieldFacts facts = new FieldFacts();
    private final SortedMap<String, Schema> made = new TreeMap<>();

    private Schemas(SortedMap<String, ApiType> types) {
        this.types = types;
    }

    static SortedMap<String, Schema> of(SortedMap<String, ApiType> types) {
        Schemas schemas = new Schemas(types);
        types.values().forEach(type -> schemas.made.put(type.name(), schemas.struct(type)));
        schemas.made.values().forEach(Schema::fields);
        schemas.merges.requireAllUsed();
        schemas.facts.requireAllUsed();
        return schemas.made;
    }

    private Schema struct(ApiType type) {
        return Schema.struct(type.name(), merges.type(type.name()), () -> fields(type));
    }

    private List<Field> fields(ApiType type) {
        return type.fields().stream().map(field -> field(type.name(), field)).toList();
    }

    private Field field(String type, ApiField field) {
        Schema schema = schema(field.usage());
        Schema ruled = schema.with(merges.field(type, field.name(), schema.merge()));
        return new Field(
                field.name(),
                ruled,
                field.required(),
                facts.presence(type, field.name(), ruled.shape()),
                facts.fallback(type, field.name()));
    }

    private Schema schema(Usage usage) {
        return switch (usage) {
            case Usage.Scalar(String shape, String typeName, String format) ->
                Schema.scalar(Shape.valueOf(shape), typeName, format);
            case Usage.Struct(String typeName) -> made(typeName);
            case Usage.ListOf(Usage element) -> Schema.list(schema(element), Merge.ATOMIC);
            case Usage.MapOf(Usage element) -> Schema.map(schema(element), Merge.GRANULAR);
        };
    }

    private Schema made(String typeName) {
        Schema schema = made.get(typeName);
        if (schema == null) {
            throw new ModelException(typeName + " was not walked, among " + types.size());
        }
        return schema;
    }
}
