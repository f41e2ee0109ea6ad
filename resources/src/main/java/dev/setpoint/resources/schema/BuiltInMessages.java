package dev.setpoint.resources.schema;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.protobuf.MessageTable;
import dev.setpoint.machinery.protobuf.ProtobufDecoder;
import dev.setpoint.machinery.schema.Canonical;

/// Protobuf bodies of built-in kinds.
public final class BuiltInMessages {
    private BuiltInMessages() {}

    /// The tree that the same object sent as JSON would have given.
    ///
    /// @param expected the kind that the body is of if it does not say so itself
    /// @throws dev.setpoint.machinery.protobuf.MalformedProtobufException when it is of no built-in kind, or broken
    public static JsonObject decode(byte[] body, GroupVersionKind expected) {
        JsonObject object = Tables.DECODER.decode(body, expected);
        GroupVersionKind kind = GroupVersionKind.of(object.textOr("apiVersion", ""), object.textOr("kind", ""));
        Canonical.apply(object, BuiltInSchemas.of(kind));
        return object;
    }

    private static final class Tables {
        static final ProtobufDecoder DECODER = new ProtobufDecoder(
                new MessageTable(CompactTable.load(BuiltInMessages.class, "messages.bin")), TypeNames::of);
    }
}
