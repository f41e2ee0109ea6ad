package dev.setpoint.controllers;

/// The one key of a loop that looks at everything of its kind at once.
public enum WholeKind {
    ALL;

    @Override
    public String toString() {
        return "all";
    }
}
