package dev.setpoint.machinery.cel;

/// Something that an expression may mention.
public record Variable(String name, ValueType type) {}
