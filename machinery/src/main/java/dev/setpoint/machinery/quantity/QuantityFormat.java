package dev.setpoint.machinery.quantity;

/// How an amount was written and is written again.
public enum QuantityFormat {
    /// Powers of ten by letter: `100m`, `5k`, `2G`.
    DECIMAL,
    /// Powers of 1024 by letter: `64Mi`.
    BINARY,
    /// Powers of ten by number: `12e6`.
    EXPONENT
}
