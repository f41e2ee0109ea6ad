package dev.setpoint.expressions;

/// Something that an expression may mention.
public record Variable(String name, ValueType type) {}
