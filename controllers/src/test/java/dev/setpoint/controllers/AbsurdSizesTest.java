package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Typed;
import dev.setpoint.client.testing.FakeClient;
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
        check(ReplicaSet.class, ReplicaSetController::of, Samples::replicaSet);
    }

    @Test
    void aModestJobGetsItsTurn() {
        check(Job.class, JobController::of, (name, size) -> Samples.job(name, size, size));
    }

    @Test
    void aModestStatefulSetGetsItsTurn() {
        check(
                StatefulSet.class,
                StatefulSetController::of,
                (name, size) -> new StatefulSetBuilder(Samples.statefulSet(name, size))
                        .editSpec()
                        .withPodManagementPolicy("Parallel")
                        .endSpec()
                        .build());
    }

    private static <T extends HasMetadata> void check(
            Class<T> type, BiFunction<Env, Loops, Controller<?>> controller, BiFunction<String, Integer, T> sample) {
        try (BatonEnv env = BatonEnv.create(42)) {
            FakeClient server = new FakeClient(env);
            BatonEnv process = env.child("controllers");
            Loops loops = new Loops(process, new SlowClient(server, process, WRITE), new Metrics());
            loops.add(controller.apply(process, loops));
            loops.start();
            for (int number = 0; number < GREEDY; number++) {
                Typed.of(type).over(server).create(sample.apply("greedy" + number, ABSURD));
            }
            // One write after the other, as a StatefulSet does it, makes a turn of five seconds.
            env.advanceUntil(Duration.ofSeconds(30), () -> server.count("create", "pods") >= MANY);
            Typed.of(type).over(server).create(sample.apply("modest", 3));
            env.advanceUntil(Duration.ofSeconds(30), () -> pods(server, "modest") == 3);
            assertThat(pods(server, "modest")).isEqualTo(3);

            env.call(() -> {
                loops.close();
                return true;
            });
            long created = server.count("create", "pods");
            env.advance(Duration.ofMinutes(5));
            assertThat(server.count("create", "pods")).as("after the end").isEqualTo(created);
        }
    }

    private static long pods(FakeClient server, String owner) {
        return Typed.of(Pod.class).over(server).list("", ListOptions.ALL).stream()
                .filter(pod ->
                        pod.getMetadata().getLabels().getOrDefault("app", "").startsWith(owner))
                .count();
    }
}
