package dev.setpoint.simulation.scenario;

import com.sun.management.OperatingSystemMXBean;
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
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// How many schedules a second: three controllers, thirty objects, some seven hundred steps each.
public final class SimulationBench {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int PARENTS = 15;
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final int MOST_ROUNDS = 24;
    private static final int PATIENT_ROUNDS = 3;
    private static final double BETTER = 1.03;

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

    private static Controller<ObjectKey> secrets() {
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

    private static Controller<ObjectKey> labels() {
        return Controller.of(Secret.class)
                .named("labels")
                .watches(ConfigMap.class, parent -> List.of(ObjectKey.of(parent)))
                .reconcile((secret, context) -> Outcome.DONE);
    }

    private static Controller<ObjectKey> counts() {
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

    /// @param count of schedules
    /// @param wall how long they took
    /// @param cpu what they took of all cores, the compiler and the collector included
    public record Speed(long count, Duration wall, Duration cpu) {
        public double perSecond() {
            return count * 1e9 / wall.toNanos();
        }

        /// What one core does in a second when nobody else uses it.
        public double perCoreAndSecond() {
            return count * 1e9 / cpu.toNanos();
        }
    }

    private final Env env;
    private final int threads;
    private final Simulation simulation = Simulation.of(scenario());
    private final AtomicLong seeds = new AtomicLong();

    /// @param threads on which schedules run side by side
    public SimulationBench(Env env, int threads) {
        this.env = env;
        this.threads = threads;
    }

    /// Runs schedules until the compiler knows the code: until they have ceased to become cheaper.
    public void warmUp() {
        double best = 0;
        int worse = 0;
        for (int round = 0; round < MOST_ROUNDS && worse < PATIENT_ROUNDS; round++) {
            double speed = measure(ROUND).perCoreAndSecond();
            worse = speed > best * BETTER ? 0 : worse + 1;
            best = Math.max(best, speed);
        }
    }

    /// Runs schedules for so long.
    public Speed measure(Duration length) {
        Queue<Finding> failures = new ConcurrentLinkedQueue<>();
        AtomicLong count = new AtomicLong();
        long began = env.monotonicNanos();
        long cpuBefore = cpuNanos();
        long end = began + length.toNanos();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(env.start("bench-" + i, TaskKind.DEDICATED, () -> {
                while (env.monotonicNanos() < end && failures.isEmpty()) {
                    simulation.run(Plan.of(seeds.incrementAndGet())).finding().ifPresent(failures::add);
                    count.incrementAndGet();
                }
            }));
        }
        tasks.forEach(task -> task.join(PATIENCE));
        if (!failures.isEmpty()) {
            throw new IllegalStateException("the bench " + failures.peek());
        }
        return new Speed(
                count.get(), Duration.ofNanos(env.monotonicNanos() - began), Duration.ofNanos(cpuNanos() - cpuBefore));
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
