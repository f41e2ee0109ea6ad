package dev.setpoint.controllers;

/// Under which name the loops write.
public final class Identity {
    public static final String FIELD_MANAGER = "kube-controller-manager";

    private Identity() {}
}
