package dev.setpoint.machinery.protobuf;

import java.util.List;

/// What is known of one protobuf message.
public record Message(Coding coding, List<MessageField> fields) {
    public Message {
        fields = List.copyOf(fields);
    }

    /// What the bytes of a single value are.
    public enum WireType {
        TEXT,
        BYTES,
        /// Every integer of Kubernetes is a plain varint, negative ones with all bits.
        INTEGER,
        BOOLEAN,
        DOUBLE,
        /// Bytes that are JSON themselves.
        JSON,
        MESSAGE
    }

    public enum Arity {
        ONE,
        MANY,
        /// A list of entries with a text as key and the value of the given type.
        MAP
    }

    public sealed interface MessageField {
        int number();

        /// @param name in JSON
        /// @param message the name of the message's type, empty if the wire type is none
        record Plain(int number, String name, Arity arity, WireType type, String message) implements MessageField {}

        /// A struct that Go embeds: its fields are those of the object that holds it.
        record Embedded(int number, List<MessageField> fields) implements MessageField {
            public Embedded {
                fields = List.copyOf(fields);
            }
        }
    }
}
