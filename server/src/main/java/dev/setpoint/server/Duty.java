package dev.setpoint.server;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Loops;
import java.util.function.Function;

/// What a process of the control plane does while it leads.
interface Duty {
    /// Makes everything anew and starts it: nothing is known from before.
    ///
    /// @param as clients by whom they speak for, all fenced
    Work begin(Env env, Function<User, Client> as);

    /// The loops of one term.
    ///
    /// @param end stops whatever belongs to it, the loops included
    record Work(Loops loops, Runnable end) {}
}
