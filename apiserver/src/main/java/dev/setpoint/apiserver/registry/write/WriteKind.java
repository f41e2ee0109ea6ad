package dev.setpoint.apiserver.registry.write;

import java.util.Optional;
import java.util.stream.Stream;

/// Which part of an object a write is about, and so which rules hold.
public enum WriteKind {
    /// The object itself.
    OBJECT(""),
    /// The status subresource: nothing else changes.
    STATUS("status"),
    /// The scale subresource: the object itself, but owners are told apart by how they came to own it.
    SCALE("scale"),
    /// Containers that are added to a running pod for debugging.
    EPHEMERAL_CONTAINERS("ephemeralcontainers"),
    /// The resources of a running pod.
    RESIZE("resize"),
    /// The verdict on a certificate signing request.
    APPROVAL("approval"),
    /// An action of the server: what it changes is its own affair, and nothing of it is undone.
    ACTION("");

    private final String subresource;

    WriteKind(String subresource) {
        this.subresource = subresource;
    }

    /// The subresources that show the whole object and change a part of it.
    public static Optional<WriteKind> ofPart(String subresource) {
        return Stream.of(STATUS, EPHEMERAL_CONTAINERS, RESIZE, APPROVAL)
                .filter(change -> change.subresource.equals(subresource))
                .findFirst();
    }

    /// As managed fields name it; empty for the object itself.
    public String subresource() {
        return subresource;
    }
}
