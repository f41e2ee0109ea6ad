package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.scheduler.Scheduler;
import dev.setpoint.scheduler.SchedulerOptions;

/// The process that places pods.
final class SchedulerProcess implements AutoCloseable {
    private static final String NAME = "kube-scheduler";

    private final Env env;
    private final Loops loops;
    private final Scheduler scheduler;

    SchedulerProcess(Env env, ApiServer apiServer, Metrics metrics) {
        this.env = env;
        User scheduler = User.of("system:" + NAME, User.AUTHENTICATED);
        this.loops = new Loops(env, apiServer.client(env, scheduler, NAME), metrics);
        this.scheduler = new Scheduler(env, loops, SchedulerOptions.DEFAULT);
    }

    void start() {
        scheduler.start();
        loops.start();
    }

    @Override
    public void close() {
        scheduler.close();
        loops.close();
        env.close();
    }
}
