package dev.setpoint.controllers.ttlafterfinished;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;

/// A job is looked at when it changes and when its time is up.
public final class TtlController {
    private TtlController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        return Controller.of(Types.JOB).named("ttl-after-finished").reconcile(new TtlReconciler(env, loops));
    }
}
