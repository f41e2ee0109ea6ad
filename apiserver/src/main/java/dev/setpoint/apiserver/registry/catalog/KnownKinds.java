package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.machinery.api.GroupVersionKind;

/// Whether any resource is of a kind.
@FunctionalInterface
public interface KnownKinds {
    boolean knows(GroupVersionKind kind);
}
