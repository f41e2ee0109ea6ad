package dev.setpoint.resources.schema;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.protobuf.MessageTable;
import dev.setpoint.machinery.protobuf.ProtobufDecoder;
import dev.setpoint.machinery.protobuf.ProtobufEncoder;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.ResourceTable;
import java.util.Optional;

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

    /// The bytes of an object or a list of a built-in kind; empty for all others.
    ///
    /// @param object with its kind and version
    public static Optional<byte[]> encode(JsonObject object) {
        String group = GroupVersionKind.of(object.textOr("apiVersion", ""), "").group();
        return isOurs(group) ? Tables.ENCODER.encode(object) : Optional.empty();
    }

    /// Whether objects of a resource have messages.
    public static boolean has(GroupVersionResource resource) {
        return ResourceTable.builtIn().find(resource) != null;
    }

    /// The groups of others may be named alike: `apps.example.com`.
    private static boolean isOurs(String group) {
        return group.indexOf('.') < 0 || group.endsWith(".k8s.io");
    }

    private static final class Tables {
        static final MessageTable MESSAGES = new MessageTable(CompactTable.load(BuiltInMessages.class, "messages.bin"));
        static final ProtobufDecoder DECODER = new ProtobufDecoder(MESSAGES, TypeNames::of);
        static final ProtobufEncoder ENCODER = new ProtobufEncoder(MESSAGES, TypeNames::of);
    }
}
