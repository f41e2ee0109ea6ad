package dev.setpoint.controllers.cronjob;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.UntilNamespaceEnds;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;

/// A CronJob is looked at when it changes, when one of its jobs does, and when its next time has come.
public final class CronJobController {
    private CronJobController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        return Controller.of(Types.CRON_JOB)
                .owns(Types.JOB)
                .workers(5)
                .reconcile(new UntilNamespaceEnds(new CronJobReconciler(env, loops)));
    }
}
