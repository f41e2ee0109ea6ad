package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.Namespace;

/// What a loop asks of a namespace.
public final class Namespaces {
    private Namespaces() {}

    /// Whether anything may still be created in it.
    public static boolean active(Namespace namespace) {
        return !Metadata.deleting(namespace)
                && (namespace.getStatus() == null
                        || !"Terminating".equals(namespace.getStatus().getPhase()));
    }
}
