package dev.setpoint.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.Controllers;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.process.ApiServerProcess;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.server.process.ControllerDuty;
import dev.setpoint.server.process.LedProcess;
import dev.setpoint.server.process.Signing;
import dev.setpoint.server.process.Surroundings;
import dev.setpoint.server.process.Transport;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Who the parts of the control plane are, in a simulation and in production.
class SystemProcessTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());

    @Test
    void controllersAreWhoTheyAreInProduction() {
        Set<User> simulated =
                users(around -> SystemProcess.controllers(Controllers.names().toArray(String[]::new))
                        .start(around));
        Set<User> production = users(around -> new LedProcess(
                        around,
                        new Candidacy("me", LeaseTiming.DEFAULT),
                        new ControllerDuty(around.metrics(), Signing.with(() -> KEYS)))
                .start());
        assertThat(simulated).isEqualTo(production);
        assertThat(simulated.stream().map(User::name))
                .hasSizeGreaterThan(20)
                .contains(
                        "system:kube-controller-manager",
                        "system:serviceaccount:kube-system:replicaset-controller",
                        "system:serviceaccount:kube-system:generic-garbage-collector");
        assertThat(simulated).noneMatch(User::isMaster);
    }

    @Test
    void nodesAreThemselvesAlone() {
        assertThat(users(around -> SystemProcess.nodes(2).start(around)))
                .containsExactlyInAnyOrder(User.node("node-1"), User.node("node-2"));
    }

    @Test
    void theSchedulerIsItself() {
        assertThat(users(around -> SystemProcess.scheduler().start(around)))
                .containsExactly(User.component("kube-scheduler"));
    }

    /// For whom a process asked for clients.
    private static Set<User> users(Consumer<Surroundings> process) {
        Set<User> users = new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.fork(env.child("store"), StoreOptions.defaults(), FreshCluster.snapshot());
            ApiServerProcess apiServer =
                    FreshCluster.server(env.child("kube-apiserver"), store, UnaryOperator.identity());
            Transport listening = (caller, userAgent) -> user -> {
                users.add(user);
                return apiServer.transport().of(caller, userAgent).as(user);
            };
            env.call(() -> {
                process.accept(new Surroundings(env.child("process"), listening, new Metrics(), Journal.SILENT));
                return true;
            });
            env.advance(Duration.ofSeconds(5));
            env.children().forEach(env::kill);
        }
        return users;
    }
}
