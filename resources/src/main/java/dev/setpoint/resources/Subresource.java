package dev.setpoint.resources;

import dev.setpoint.machinery.api.GroupVersionKind;
import java.util.List;

/// A part of an object, or something that can be done to it, with an address of its own: `status`, `scale`, `eviction`.
///
/// @param verbs in the words of RBAC, sorted
/// @param kind what is sent and answered; often of another group (`policy/v1 Eviction`) or the resource's own
public record Subresource(String name, List<String> verbs, GroupVersionKind kind) {
    public Subresource {
        verbs = List.copyOf(verbs);
    }
}
