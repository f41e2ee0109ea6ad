package dev.setpoint.controllers.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.nodelifecycle.NodeLifecyclePlan.Observed;
import dev.setpoint.controllers.nodelifecycle.NodeLifecyclePlan.Wanted;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any nodes in any state: the plan is done after one pass, and drives pods off no faster than it may.
final class NodeLifecyclePlanPropertyTest {
    @Test
    void aSecondPlanIsEmpty() {
        Seeds.check(500, seed -> {
            World world = new World(seed);
            world.pass();
            assertThat(world.plan())
                    .as("seed %d", seed)
                    .noneMatch(wanted -> wanted.saysConditions() || wanted.saysTaints());
        });
    }

    @Test
    void inTheEndTaintsSayWhatConditionsSay() {
        Seeds.check(300, seed -> {
            World world = new World(seed);
            world.passes(60);
            boolean allTroubled = world.nodes.values().stream().allMatch(World::troubled);
            for (Node node : world.nodes.values()) {
                List<String> keys = NodeTaints.of(node).stream()
                        .filter(taint -> taint.getEffect().equals("NoSchedule"))
                        .map(taint -> taint.getKey())
                        .toList();
                assertThat(keys.contains(NodeTaints.NOT_READY) || keys.contains(NodeTaints.UNREACHABLE))
                        .as("seed %d: %s", seed, Metadata.name(node))
                        .isEqualTo(World.troubled(node));
                if (!World.troubled(node) || allTroubled) {
                    assertThat(World.driven(node))
                            .as("seed %d: %s", seed, Metadata.name(node))
                            .isFalse();
                }
            }
        });
    }

    @Test
    void podsAreDrivenOffOneNodeOfAZoneAtATime() {
        Seeds.check(300, seed -> {
            World world = new World(seed);
            for (int pass = 0; pass < 30; pass++) {
                Map<String, Integer> added = new LinkedHashMap<>();
                for (Wanted wanted : world.plan()) {
                    boolean now = wanted.taints().stream().anyMatch(World::drives);
                    if (now && !World.driven(wanted.node())) {
                        added.merge(Zone.nameOf(wanted.node()), 1, Integer::sum);
                    }
                }
                assertThat(added.values()).as("seed %d", seed).allMatch(count -> count == 1);
                world.pass();
                world.now = world.now.plusSeconds(5);
            }
        });
    }

    private static final class World {
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, Duration> silence = new LinkedHashMap<>();
        private Instant now = Samples.NOW;

        World(long seed) {
            RandomGenerator random = Seeds.random(seed);
            int count = 1 + random.nextInt(8);
            for (int index = 0; index < count; index++) {
                NodeBuilder node = new NodeBuilder()
                        .withNewMetadata()
                        .withName("n" + index)
                        .withUid("u" + index)
                        .withCreationTimestamp(Timestamps.seconds(now))
                        .addToLabels("topology.kubernetes.io/zone", "z" + random.nextInt(2))
                        .endMetadata()
                        .withNewSpec()
                        .withUnschedulable(random.nextInt(4) == 0 ? true : null)
                        .endSpec();
                String ready = List.of("True", "True", "False", "Unknown").get(random.nextInt(4));
                if (random.nextInt(6) > 0) {
                    node.withNewStatus()
                            .addNewCondition()
                            .withType("Ready")
                            .withStatus(ready)
                            .endCondition()
                            .addNewCondition()
                            .withType("DiskPressure")
                            .withStatus(random.nextInt(4) == 0 ? "True" : "False")
                            .endCondition()
                            .endStatus();
                }
                if (random.nextInt(5) == 0) {
                    node.editSpec()
                            .addNewTaint()
                            .withKey(random.nextBoolean() ? NodeTaints.NOT_READY : "mine")
                            .withEffect(random.nextBoolean() ? "NoExecute" : "NoSchedule")
                            .endTaint()
                            .endSpec();
                }
                nodes.put("n" + index, node.build());
                silence.put("n" + index, Duration.ofSeconds(random.nextInt(120)));
            }
        }

        List<Wanted> plan() {
            List<Observed> observed = new ArrayList<>();
            nodes.forEach((name, node) -> observed.add(new Observed(node, silence.getOrDefault(name, Duration.ZERO))));
            return NodeLifecyclePlan.plan(observed, now);
        }

        void pass() {
            for (Wanted wanted : plan()) {
                nodes.put(
                        Metadata.name(wanted.node()),
                        wanted.node()
                                .edit()
                                .editOrNewStatus()
                                .withConditions(wanted.conditions())
                                .endStatus()
                                .editOrNewSpec()
                                .withTaints(wanted.taints())
                                .endSpec()
                                .build());
            }
        }

        void passes(int count) {
            for (int pass = 0; pass < count; pass++) {
                pass();
                now = now.plusSeconds(5);
            }
        }

        static boolean troubled(Node node) {
            return NodeTaints.trouble(NodeConditions.of(node)).isPresent();
        }

        static boolean driven(Node node) {
            return NodeTaints.of(node).stream().anyMatch(World::drives);
        }

        static boolean drives(Taint taint) {
            return NodeTaints.same(taint, NodeTaints.NOT_READY, "NoExecute")
                    || NodeTaints.same(taint, NodeTaints.UNREACHABLE, "NoExecute");
        }
    }
}
