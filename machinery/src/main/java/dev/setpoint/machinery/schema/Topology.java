package dev.setpoint.machinery.schema;

/// How server-side apply divides a value among owners.
public enum Topology {
    /// The value has one owner as a whole: every scalar, most lists, some structs and maps.
    ATOMIC,
    /// Each field of a struct, each key of a map has its own owner.
    GRANULAR,
    /// A list of scalars in which each element has its own owner.
    SET,
    /// A list of objects that are told apart by some of their fields.
    KEYED
}
