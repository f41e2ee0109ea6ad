package dev.setpoint.client;

/// Everything that a loop may do to the control plane.
public interface Client extends Reader, Writer, Watcher {}
