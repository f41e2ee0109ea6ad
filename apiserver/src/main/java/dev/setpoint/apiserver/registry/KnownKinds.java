package dev.setpoint.apiserver.registry;

import dev.setpoint.machinery.api.GroupVersionKind;

/// Whether any resource is of a kind.
@FunctionalInterface
interface KnownKinds {
    boolean knows(GroupVersionKind kind);
}
