package dev.setpoint.controllers;

/// How long the process of the loops under test lives.
public enum Mortality {
    /// To the end.
    IMMORTAL,
    /// Until its first write has been done; then it is killed at once, and another takes its place.
    DIES_AFTER_EVERY_WRITE
}
