package dev.setpoint.controllers;

/// Under which name the loops write.
public final class Authorship {
    public static final String NAME = "kube-controller-manager";

    private Authorship() {}
}
