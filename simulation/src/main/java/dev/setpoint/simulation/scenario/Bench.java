package dev.setpoint.simulation.scenario;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Program;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// How many schedules a second: three controllers, thirty objects, some two hundred steps each.
public final class Bench {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int PARENTS = 15;

    private Bench() {}

    /// Fifteen ConfigMaps, a Secret for each, and three controllers that look after both.
    public static Scenario scenario() {
        Script script = Script.of();
        for (int i = 1; i <= PARENTS; i++) {
            script = script.act(
                    "create a parent",
                    People.create(People.CONFIG_MAPS, "{\"metadata\":{\"name\":\"p%d\"}}".formatted(i)));
        }
        return Scenario.named("bench")
                .with("operator", Program.controllers(_ -> List.of(secrets(), labels(), counts())))
                .script(script);
    }

    private static Controller secrets() {
        return Controller.of(ConfigMap.class)
                .named("secrets")
                .owns(Secret.class)
                .reconcile((parent, context) -> {
                    context.apply(new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace(context.key().namespace())
                            .withName(context.key().name())
                            .endMetadata()
                            .withType("Opaque")
                            .addToData("seen", "dHJ1ZQ==")
                            .build());
                    return Outcome.DONE;
                });
    }

    private static Controller labels() {
        return Controller.of(Secret.class)
                .named("labels")
                .watches(ConfigMap.class, parent -> List.of(ObjectKey.of(parent)))
                .reconcile((secret, context) -> Outcome.DONE);
    }

    private static Controller counts() {
        return Controller.of(ConfigMap.class).named("counts").reconcile((parent, context) -> {
            if (!"true".equals(parent.getMetadata().getLabels().get("seen"))) {
                context.client(ConfigMap.class)
                        .update(new ConfigMapBuilder(parent)
                                .editMetadata()
                                .addToLabels("seen", "true")
                                .endMetadata()
                                .build());
            }
            return Outcome.DONE;
        });
    }

    /// Runs schedules for so long on so many threads.
    ///
    /// @return how many there were in a second
    public static double measure(Env env, int threads, Duration length) {
        Simulation simulation = Simulation.of(scenario());
        AtomicLong seeds = new AtomicLong();
        Queue<Finding> failures = new ConcurrentLinkedQueue<>();
        long began = env.monotonicNanos();
        long end = began + length.toNanos();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(env.start("bench-" + i, TaskKind.DEDICATED, () -> {
                while (env.monotonicNanos() < end && failures.isEmpty()) {
                    simulation.run(Plan.of(seeds.incrementAndGet())).finding().ifPresent(failures::add);
                }
            }));
        }
        tasks.forEach(task -> task.join(PATIENCE));
        if (!failures.isEmpty()) {
            throw new IllegalStateException("the bench " + failures.peek());
        }
        return seeds.get() * 1e9 / (env.monotonicNanos() - began);
    }
}
