package dev.setpoint.machinery.schema;

/// When a field appears in what the server answers, whatever its author wrote.
///
/// Kubernetes decodes a request into a Go struct and encodes that struct again, which forgets and invents: an empty
/// list disappears, a struct that nobody mentioned appears as `{}`. Clients compare answers with what they sent, so the
/// same has to happen here.
public enum Presence {
    /// As it was written; null counts as absent. A Go pointer.
    IF_SET,
    /// Unless it is empty: `""`, `0`, `false`, `[]`, `{}`. A Go value with `omitempty` or `omitzero`.
    IF_NOT_EMPTY,
    /// Always, with an empty value if need be: `""`, `0`, `false`, `{}`, or null for lists, maps and times.
    ALWAYS,
    /// Always, as null if nobody said it. A Go pointer without `omitempty`.
    OR_NULL
}
