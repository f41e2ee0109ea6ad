package dev.setpoint.controllers;

import dev.setpoint.reconcile.Loops;

/// The loops in the eyes of those under whose names controllers write. What they read is shared.
public interface Identities {
    /// A service account of `kube-system`, one for each controller: it holds what the ClusterRole
    /// `system:controller:NAME` says and no more.
    Loops account(String name);

    /// The controller manager itself, who looks after the tokens of others.
    Loops process();
}
