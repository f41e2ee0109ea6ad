package dev.setpoint.simulation;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.util.List;
import java.util.function.Function;

/// What a process runs. Started again after each crash, with a new world and nothing from before.
@FunctionalInterface
public interface Program {
    /// Starts tasks and returns; must not wait.
    void start(Env env, Client client, Metrics metrics);

    /// A process of controllers.
    static Program controllers(Function<Loops, List<Controller<?>>> controllers) {
        return (env, client, metrics) -> {
            Loops loops = new Loops(env, client, metrics);
            controllers.apply(loops).forEach(loops::add);
            loops.start();
        };
    }
}
