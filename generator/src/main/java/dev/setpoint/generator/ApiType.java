package dev.setpoint.generator;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A struct of the API: what the Java class and the protobuf message say of it together.
record ApiType(String name, Descriptor message, String description, List<ApiField> fields) {
    /// @param path from the type's message to the wire: more than one step where Go embeds a struct in another, so
    ///     that JSON does not show it. Empty for `kind` and `apiVersion`, which travel in the envelope
    record ApiField(String name, Usage usage, boolean required, String description, List<FieldDescriptor> path) {}

    /// What a field holds.
    sealed interface Usage {
        /// @param shape the name of a constant of Shape
        /// @param typeName of a type that OpenAPI names, else empty
        record Scalar(String shape, String typeName, String format) implements Usage {}

        record Struct(String typeName) implements Usage {}

        record ListOf(Usage element) implements Usage {}

        record MapOf(Usage element) implements Usage {}

        /// The struct at the bottom, if there is one.
        static @Nullable String struct(Usage usage) {
            return switch (usage) {
                case Scalar _ -> null;
                case Struct(String typeName) -> typeName;
                case ListOf(Usage element) -> struct(element);
                case MapOf(Usage element) -> struct(element);
            };
        }
    }
}
