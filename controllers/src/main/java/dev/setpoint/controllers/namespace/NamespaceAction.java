package dev.setpoint.controllers.namespace;

import dev.setpoint.resources.ResourceType;

/// One step of a [NamespacePlan].
sealed interface NamespaceAction {
    /// Everything of one kind.
    record DeleteAll(ResourceType type) implements NamespaceAction {}

    /// Nothing seems to be left: once the server confirms it, the namespace may go.
    record ConfirmAndFinalize() implements NamespaceAction {}
}
