package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// A named part of a struct.
///
/// @param required a value without it does not decode to what its author meant: published in OpenAPI
/// @param fallback the value that an absent field stands for when it is one of the keys of a list, else null. Only
///     for telling elements apart: a container port without a protocol is the one with TCP
public record Field(
        String name,
        Schema schema,
        boolean required,
        @Nullable JsonValue fallback) {
    public Field(String name, Schema schema) {
        this(name, schema, false, null);
    }

    public Merge merge() {
        return schema.merge();
    }
}
