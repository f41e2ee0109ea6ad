package dev.setpoint.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.replicaset.ReplicaSetPlan.Observed;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any pods, any wish: executing the plan reaches the wish, and then there is nothing left to do.
final class ReplicaSetPlanPropertyTest {
    private static final int WORLDS = 400;

    @Test
    void everyWorldConverges() {
        Seeds.check(WORLDS, seed -> {
            World world = new World(seed);
            Map<String, Pod> foreign = world.foreign();
            world.execute(world.plan().actions());
            assertThat(world.plan().actions())
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            assertThat(world.owned())
                    .as("seed %d: replicas", seed)
                    .hasSize(world.set.getSpec().getReplicas());
            assertThat(world.foreign()).as("seed %d: pods of others", seed).isEqualTo(foreign);
        });
    }

    /// A controller that dies after any prefix of its actions is followed by one that ends in the same place.
    @Test
    void everyPrefixOfAPlanConverges() {
        Seeds.check(WORLDS, seed -> {
            World whole = new World(seed);
            whole.execute(whole.plan().actions());
            int steps = World.singleSteps(new World(seed).plan().actions()).size();
            World cut = new World(seed);
            List<ReplicaSetAction> all = World.singleSteps(cut.plan().actions());
            cut.execute(all.subList(0, Seeds.random(seed).nextInt(steps + 1)));
            cut.execute(cut.plan().actions());
            assertThat(cut.plan().actions()).as("seed %d", seed).isEmpty();
            assertThat(cut.owned()).as("seed %d: how many", seed).hasSameSizeAs(whole.owned());
        });
    }

    @Test
    void noReadyPodGoesWhileAnUnreadyOneStays() {
        Seeds.check(WORLDS, seed -> {
            World world = new World(seed);
            ReplicaSetPlan plan = world.plan();
            for (ReplicaSetAction action : plan.actions()) {
                if (action instanceof ReplicaSetAction.DeletePods(var deleted)) {
                    List<Pod> kept = new ArrayList<>(plan.active());
                    kept.removeAll(deleted);
                    boolean readyGoes = deleted.stream().anyMatch(Pods::ready);
                    assertThat(readyGoes && kept.stream().anyMatch(pod -> !Pods.ready(pod)))
                            .as("seed %d", seed)
                            .isFalse();
                }
            }
        });
    }

    /// A set and the pods of its namespace, drawn from a seed.
    private static final class World {
        private final ReplicaSet set;
        private final ReplicaSet other = Samples.replicaSet("other", 3);
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private int created;

        World(long seed) {
            RandomGenerator random = Seeds.random(seed);
            set = new ReplicaSetBuilder(Samples.replicaSet("web", random.nextInt(9)))
                    .editSpec()
                    .withMinReadySeconds(random.nextInt(2) * 30)
                    .endSpec()
                    .build();
            int count = random.nextInt(14);
            for (int index = 0; index < count; index++) {
                Pod pod = draw("p" + index, random);
                pods.put(Metadata.uid(pod), pod);
            }
        }

        private Pod draw(String name, RandomGenerator random) {
            Pod pod = switch (random.nextInt(6)) {
                case 0 -> Samples.pod(name, Map.of("app", "web"));
                case 1 -> Samples.pod(name, Map.of("app", "else"));
                case 2 -> Samples.podOf(other, name);
                case 3 ->
                    new PodBuilder(Samples.podOf(set, name))
                            .editMetadata()
                            .withLabels(Map.of("app", "else"))
                            .endMetadata()
                            .build();
                default -> Samples.podOf(set, name);
            };
            pod = switch (random.nextInt(5)) {
                case 0 -> pod;
                case 1 -> Samples.running(pod, "node-" + random.nextInt(3));
                case 2 ->
                    new PodBuilder(pod)
                            .editStatus()
                            .withPhase("Succeeded")
                            .endStatus()
                            .build();
                default ->
                    Samples.ready(pod, "node-" + random.nextInt(3), Samples.NOW.minusSeconds(random.nextInt(10_000)));
            };
            return random.nextInt(6) == 0 ? Samples.deleting(pod) : pod;
        }

        ReplicaSetPlan plan() {
            List<Pod> candidates = pods.values().stream()
                    .filter(pod -> ControllerReferences.controls(set, pod)
                            || ControllerReferences.controllerOf(pod).isEmpty())
                    .toList();
            return ReplicaSetPlan.plan(set, new Observed(candidates, List.copyOf(pods.values())), Samples.NOW);
        }

        void execute(List<ReplicaSetAction> actions) {
            for (ReplicaSetAction action : actions) {
                switch (action) {
                    case ReplicaSetAction.Adopt(var pod) ->
                        put(pod.edit()
                                .editMetadata()
                                .withOwnerReferences(ControllerReferences.reference(set))
                                .endMetadata()
                                .build());
                    case ReplicaSetAction.Release(var pod) ->
                        put(pod.edit()
                                .editMetadata()
                                .withOwnerReferences(List.of())
                                .endMetadata()
                                .build());
                    case ReplicaSetAction.CreatePods(var count) -> {
                        for (int index = 0; index < count; index++) {
                            put(Samples.podOf(set, "created" + created++));
                        }
                    }
                    case ReplicaSetAction.DeletePods(var deleted) ->
                        deleted.forEach(pod -> pods.remove(Metadata.uid(pod)));
                }
            }
        }

        /// Every write apart.
        static List<ReplicaSetAction> singleSteps(List<ReplicaSetAction> actions) {
            List<ReplicaSetAction> steps = new ArrayList<>();
            for (ReplicaSetAction action : actions) {
                switch (action) {
                    case ReplicaSetAction.Adopt _, ReplicaSetAction.Release _ -> steps.add(action);
                    case ReplicaSetAction.CreatePods(var count) -> {
                        for (int index = 0; index < count; index++) {
                            steps.add(new ReplicaSetAction.CreatePods(1));
                        }
                    }
                    case ReplicaSetAction.DeletePods(var deleted) ->
                        deleted.forEach(pod -> steps.add(new ReplicaSetAction.DeletePods(List.of(pod))));
                }
            }
            return steps;
        }

        List<Pod> owned() {
            return pods.values().stream()
                    .filter(Pods::active)
                    .filter(pod -> ControllerReferences.controls(set, pod))
                    .toList();
        }

        Map<String, Pod> foreign() {
            Map<String, Pod> foreign = new LinkedHashMap<>(pods);
            foreign.values().removeIf(pod -> !ControllerReferences.controls(other, pod));
            return foreign;
        }

        private void put(Pod pod) {
            pods.put(Metadata.uid(pod), pod);
        }
    }
}
