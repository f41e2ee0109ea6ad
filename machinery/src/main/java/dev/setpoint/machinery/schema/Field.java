package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// A named part of a struct.
///
/// @param required a value without it does not decode to what its author meant: published in OpenAPI
/// @param fallback the value that an absent field stands for where the schema itself says so, else null. Apply needs
///     it to tell elements of a list apart: a container port without a protocol is the one with TCP
public record Field(
        String name,
        Schema schema,
        boolean required,
        Presence presence,
        @Nullable JsonValue fallback) {
    /// The name is the JVM's one string of this text, as are the names of parsed objects and the literals in code: they
    /// are found by identity.
    public Field {
        name = name.intern();
    }

    public Field(String name, Schema schema) {
        this(name, schema, false, Presence.IF_SET, null);
    }

    public Field(String name, Schema schema, boolean required, @Nullable JsonValue fallback) {
        this(name, schema, required, Presence.IF_SET, fallback);
    }

    public Merge merge() {
        return schema.merge();
    }
}
