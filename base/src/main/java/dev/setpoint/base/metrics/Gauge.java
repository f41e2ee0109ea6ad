package dev.setpoint.base.metrics;

import java.util.function.DoubleSupplier;

/// Something that is asked when somebody looks.
record Gauge(DoubleSupplier value) implements Series {
    @Override
    public void writeTo(StringBuilder out, String name, String labels) {
        Text.line(out, name, labels, Text.number(value.getAsDouble()));
    }
}
