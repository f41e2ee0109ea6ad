package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.Controllers;
import dev.setpoint.controllers.Identities;
import dev.setpoint.controllers.Trust;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.util.List;
import java.util.function.Function;

/// Runs controllers. They share what they read, with the rights of the controller manager; each writes as a service
/// account of its own, with the rights that Kubernetes gives it.
///
/// @param controllers which, of [Controllers#names]
/// @param resources what garbage is collected of, and namespaces are emptied of
/// @param trust what they may sign with, asked for when they begin
public record ControllerDuty(
        Metrics metrics, List<String> controllers, ResourceTable resources, Function<Env, Trust> trust)
        implements Duty {
    public static final String NAME = "kube-controller-manager";
    static final String NAMESPACE = "kube-system";

    /// All controllers, for all built-in resources.
    public ControllerDuty(Metrics metrics, Function<Env, Trust> trust) {
        this(metrics, Controllers.names(), ResourceTable.builtIn(), trust);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Work begin(Env env, ClientFactory clients) {
        Loops loops = new Loops(env, clients.as(User.component(NAME)), metrics);
        Controllers.Setting setting = new Controllers.Setting(env, resources, trust.apply(env));
        Controllers.of(controllers, setting, identities(loops, clients)).forEach(loops::add);
        loops.start();
        return new Work(loops, loops::close);
    }

    private static Identities identities(Loops loops, ClientFactory clients) {
        return new Identities() {
            @Override
            public Loops account(String name) {
                return loops.as(clients.as(User.serviceAccount(NAMESPACE, name)));
            }

            @Override
            public Loops process() {
                return loops;
            }
        };
    }
}
