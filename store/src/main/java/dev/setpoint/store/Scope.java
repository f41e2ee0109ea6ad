package dev.setpoint.store;

/// What a watcher looks at. The store finds the watchers of a change by hash, never by asking each.
public sealed interface Scope {
    String resource();

    record Everything(String resource) implements Scope {}

    record Namespace(String resource, String namespace) implements Scope {}

    record Name(String resource, String namespace, String name) implements Scope {}

    /// Objects whose header has, or had just before, this value in a field.
    record Field(String resource, String field, String value) implements Scope {}
}
