package dev.setpoint.machinery.protobuf;

/// What becomes of a message in JSON. Most are objects; some Go types have a JSON form of their own.
public enum Coding {
    /// An object with the message's fields.
    STRUCT,
    /// Seconds since 1970, as text in whole seconds.
    TIME,
    /// Seconds and nanoseconds since 1970, as text in microseconds.
    MICRO_TIME,
    /// The text inside.
    QUANTITY,
    /// The number or the text inside.
    INT_OR_STRING,
    /// JSON as bytes: the message's only field.
    JSON,
    /// A list of texts: the message's only field.
    TEXTS,
    /// A schema, or if there is none a boolean.
    SCHEMA_OR_BOOLEAN,
    /// A schema, or a list of schemas.
    SCHEMA_OR_SCHEMAS,
    /// A schema, or a list of texts.
    SCHEMA_OR_TEXTS
}
