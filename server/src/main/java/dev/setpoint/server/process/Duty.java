package dev.setpoint.server.process;

import dev.setpoint.base.Env;
import dev.setpoint.reconcile.Loops;

/// What a process of the control plane does while it leads.
public interface Duty {
    /// Of the component, its user and its Lease: `kube-scheduler`.
    String name();

    /// Makes everything anew and starts it: nothing is known from before.
    ///
    /// @param clients by whom they speak for; fenced, where the process leads
    Work begin(Env env, ClientFactory clients);

    /// The loops of one term.
    ///
    /// @param end stops whatever belongs to it, the loops included
    record Work(Loops loops, Runnable end) {}
}
