package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.flowschema.FlowSchemaController;
import dev.setpoint.reconcile.Loops;

/// The little that an API server does with objects by itself in Kubernetes, as itself. Each of several API servers does
/// it, and none has to lead: what one has written the others find done.
public record ApiServerDuty(Metrics metrics) implements Duty {
    public static final String NAME = "kube-apiserver";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Work begin(Env env, ClientFactory clients) {
        Loops loops = new Loops(env, clients.as(User.API_SERVER), metrics);
        loops.add(FlowSchemaController.of(env, loops));
        loops.start();
        return new Work(loops, loops::close);
    }
}
