package dev.setpoint.simulation;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.server.process.ApiServerDuty;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.server.process.ControllerDuty;
import dev.setpoint.server.process.Duty;
import dev.setpoint.server.process.LedProcess;
import dev.setpoint.server.process.NodeProcess;
import dev.setpoint.server.process.SchedulerDuty;
import dev.setpoint.server.process.Surroundings;
import java.util.List;

/// A process of the control plane in a scenario: the class that runs in production, under the identities that it has
/// there, with nobody's rights but theirs.
///
///     Scenario.named("rollout")
///             .with("kube-controller-manager", SystemProcess.controllers("replicaset-controller"))
///             .nodes("kubelet", SystemProcess.nodes(1))
///
/// Those that lead in production do not have to be elected here, but for [#candidate].
public final class SystemProcess {
    private interface Ignition {
        void begin(Surroundings around);
    }

    private final Ignition beginning;

    private SystemProcess(Ignition beginning) {
        this.beginning = beginning;
    }

    /// The controller manager with some of its controllers, by the names that Kubernetes gives them.
    public static SystemProcess controllers(String... names) {
        return controllers(ResourceTable.builtIn(), names);
    }

    /// @param resources what garbage is collected of, and namespaces are emptied of
    public static SystemProcess controllers(ResourceTable resources, String... names) {
        return new SystemProcess(around -> begin(manager(around, resources, names), around));
    }

    public static SystemProcess scheduler() {
        return new SystemProcess(around -> begin(new SchedulerDuty(around.metrics()), around));
    }

    /// What an API server does by itself.
    public static SystemProcess apiServer() {
        return new SystemProcess(around -> begin(new ApiServerDuty(around.metrics()), around));
    }

    /// Simulated nodes, each of which sees what is its own: `node-1`, `node-2`.
    public static SystemProcess nodes(int count) {
        return new SystemProcess(around -> {
            for (int number = 1; number <= count; number++) {
                new NodeProcess(around, NodeOptions.of(1).startingAt(number), List.of()).start();
            }
        });
    }

    /// A controller manager that works while it leads.
    public static SystemProcess candidate(Candidacy candidacy, String... names) {
        return new SystemProcess(
                around -> new LedProcess(around, candidacy, manager(around, ResourceTable.builtIn(), names)).start());
    }

    /// Both, as one process: what befalls one befalls the other.
    public SystemProcess and(SystemProcess other) {
        return new SystemProcess(around -> {
            beginning.begin(around);
            other.beginning.begin(around);
        });
    }

    void start(Surroundings around) {
        beginning.begin(around);
    }

    private static ControllerDuty manager(Surroundings around, ResourceTable resources, String... names) {
        return new ControllerDuty(around.metrics(), List.of(names), resources, _ -> SimulatedTrust.TRUST);
    }

    @SuppressWarnings("CheckReturnValue") // Its loops end with the process.
    private static void begin(Duty duty, Surroundings around) {
        duty.begin(around.env(), around.clients(duty.name()));
    }
}
