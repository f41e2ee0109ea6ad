package dev.setpoint.simulation.scenario;

import static dev.setpoint.simulation.scenario.People.REPLICA_SETS;
import static dev.setpoint.simulation.scenario.People.workload;

import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.SystemProcess;
import java.time.Duration;

/// Two processes that stand for election. A fault may last longer than a Lease: whoever leads freezes or crashes, the
/// other takes over, and the first wakes up in the middle of a write.
final class LeaderScenario {
    private static final LeaseTiming SHORT =
            new LeaseTiming(Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofMillis(500));

    private LeaderScenario() {}

    static Scenario leaders() {
        return Scenario.named("leaders")
                .with("manager-1", candidate("manager-1"))
                .with("manager-2", candidate("manager-2"))
                .script(Script.of()
                        .act("create a ReplicaSet", People.create(REPLICA_SETS, workload("demo", 4, "one")))
                        .pause()
                        .act("scale it down", People.patch(REPLICA_SETS, "demo", "{\"spec\":{\"replicas\":2}}"))
                        .elapse(Duration.ofSeconds(10))
                        .act("scale it up", People.patch(REPLICA_SETS, "demo", "{\"spec\":{\"replicas\":5}}"))
                        .settle());
    }

    private static SystemProcess candidate(String identity) {
        return SystemProcess.candidate(new Candidacy(identity, SHORT), "replicaset-controller");
    }
}
