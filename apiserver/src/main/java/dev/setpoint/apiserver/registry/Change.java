package dev.setpoint.apiserver.registry;

/// Which part of an object a write is about, and so which rules hold.
public enum Change {
    /// The object itself.
    OBJECT(""),
    /// The status subresource: nothing else changes.
    STATUS("status"),
    /// The scale subresource: the object itself, but owners are told apart by how they came to own it.
    SCALE("scale"),
    /// An action of the server: what it changes is its own affair, and nothing of it is undone.
    ACTION("");

    private final String subresource;

    Change(String subresource) {
        this.subresource = subresource;
    }

    /// As managed fields name it; empty for the object itself.
    public String subresource() {
        return subresource;
    }
}
