package dev.setpoint.apiserver.registry.write;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;

/// Decodes the protobuf envelope in which clients send objects; the kind is inside.
@FunctionalInterface
public interface ProtobufBodies {
    /// @param expected what the envelope holds unless it says otherwise
    /// @throws dev.setpoint.machinery.api.ApiException when the bytes are none
    JsonObject decode(byte[] bytes, GroupVersionKind expected);
}
