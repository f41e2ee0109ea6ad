package dev.setpoint.machinery.schema;

/// What a value looks like in JSON.
public enum Shape {
    /// An object with known fields.
    STRUCT,
    /// An object whose keys are data: labels, resource lists.
    MAP,
    LIST,
    TEXT,
    /// Bytes, as base64 text.
    BYTES,
    /// RFC 3339 in whole seconds, or null.
    TIME,
    /// RFC 3339 with six digits of a second, or null.
    MICRO_TIME,
    INTEGER,
    DECIMAL,
    BOOLEAN,
    /// A text such as `500m`, for which a bare number is accepted too.
    QUANTITY,
    INT_OR_STRING,
    /// Any JSON whatsoever; nothing below it is known.
    ANY
}
