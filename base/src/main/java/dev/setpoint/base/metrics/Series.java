package dev.setpoint.base.metrics;

/// One line or a few of the exposition.
sealed interface Series permits Counter, Gauge, Histogram {
    /// @param labels `name="a",verb="get"`, or empty
    void writeTo(StringBuilder out, String name, String labels);
}
