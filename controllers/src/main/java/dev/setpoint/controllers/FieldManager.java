package dev.setpoint.controllers;

/// Under which name the loops write.
public final class FieldManager {
    public static final String NAME = "kube-controller-manager";

    private FieldManager() {}
}
