package dev.setpoint.machinery.schema;

/// What a strategic merge patch does with a field that it names.
public enum PatchStrategy {
    /// A list is merged element by element (by the merge key if they are objects) instead of being replaced.
    MERGE,
    /// An object is replaced whole instead of being merged.
    REPLACE,
    /// Of the present object only the keys that `$retainKeys` names survive: for unions such as a volume's source.
    RETAIN_KEYS
}
