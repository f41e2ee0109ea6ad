package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Typed;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.controllers.job.JobController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.statefulset.StatefulSetController;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// Two billion pods are asked for, by more objects than the loop has workers. Nobody else waits for them for long, and
/// the loop ends when it is told to.
final class AbsurdSizesTest {
    private static final int ABSURD = 2_000_000_000;
    private static final int GREEDY = 6;
    private static final int MANY = 500;
    private static final Duration WRITE = Duration.ofMillis(10);

    @Test
    void aModestReplicaSetGetsItsTurn() {
        check(ReplicaSet.class, "replicaset-controller", ReplicaSetController::of, Samples::replicaSet);
    }

    @Test
    void aModestJobGetsItsTurn() {
        check(Job.class, "job-controller", JobController::of, (name, size) -> Samples.job(name, size, size));
    }

    @Test
    void aModestStatefulSetGetsItsTurn() {
        check(
                StatefulSet.class,
                "statefulset-controller",
                StatefulSetController::of,
                (name, size) -> new StatefulSetBuilder(Samples.statefulSet(name, size))
                        .editSpec()
                        .withPodManagementPolicy("Parallel")
                        .endSpec()
                        .build());
    }

    private static <T extends HasMetadata> void check(
            Class<T> type,
            String account,
            BiFunction<Env, Loops, Controller<?>> controller,
            BiFunction<String, Integer, T> sample) {
        try (TestCluster cluster = TestCluster.create(42)) {
            cluster.createNamespace(Samples.NAMESPACE);
            BatonEnv env = cluster.env();
            Client server = cluster.admin();
            FaultSwitches calls = new FaultSwitches(env);
            BatonEnv process = env.child("controllers");
            User manager = User.of("system:kube-controller-manager", User.AUTHENTICATED);
            Loops loops = new Loops(process, cluster.client(process, manager, "controllers"), new Metrics());
            User user = User.serviceAccount("kube-system", account);
            Client client = calls.over(cluster.client(process, user, "controllers"));
            loops.add(controller.apply(process, loops.as(new SlowClient(client, process, WRITE))));
            loops.start();
            for (int number = 0; number < GREEDY; number++) {
                Typed.of(type).over(server).create(sample.apply("greedy" + number, ABSURD));
            }
            // One write after the other, as a StatefulSet does it, makes a turn of five seconds.
            env.advanceUntil(Duration.ofSeconds(30), () -> calls.count("create", "pods") >= MANY);
            Typed.of(type).over(server).create(sample.apply("modest", 3));
            env.advanceUntil(Duration.ofSeconds(30), () -> pods(server, "modest") == 3);
            assertThat(pods(server, "modest")).isEqualTo(3);

            env.call(() -> {
                loops.close();
                return true;
            });
            long created = calls.count("create", "pods");
            env.advance(Duration.ofMinutes(5));
            assertThat(calls.count("create", "pods")).as("after the end").isEqualTo(created);
        }
    }

    private static long pods(Client server, String owner) {
        return server.list(Typed.of(Pod.class).collection(Samples.NAMESPACE), ListOptions.labels("app=" + owner))
                .items()
                .size();
    }
}
