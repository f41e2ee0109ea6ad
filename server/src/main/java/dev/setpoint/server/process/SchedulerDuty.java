package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.scheduler.Scheduler;
import dev.setpoint.scheduler.SchedulerOptions;

/// Places pods.
public record SchedulerDuty(Metrics metrics) implements Duty {
    public static final String NAME = "kube-scheduler";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Work begin(Env env, ClientFactory clients) {
        Loops loops = new Loops(env, clients.as(User.component(NAME)), metrics);
        Scheduler scheduler = new Scheduler(env, loops, SchedulerOptions.DEFAULT);
        scheduler.start();
        loops.start();
        return new Work(loops, () -> {
            scheduler.close();
            loops.close();
        });
    }
}
