package dev.setpoint.server;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.scheduler.Scheduler;
import dev.setpoint.scheduler.SchedulerOptions;
import java.util.function.Function;

/// Places pods.
record SchedulerDuty(Metrics metrics) implements Duty {
    static final String NAME = "kube-scheduler";

    @Override
    public Work begin(Env env, Function<User, Client> as) {
        Loops loops = new Loops(env, as.apply(LedProcess.user(NAME)), metrics);
        Scheduler scheduler = new Scheduler(env, loops, SchedulerOptions.DEFAULT);
        scheduler.start();
        loops.start();
        return new Work(loops, () -> {
            scheduler.close();
            loops.close();
        });
    }
}
