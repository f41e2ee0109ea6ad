package dev.setpoint.controllers.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any nodes, any daemons, and a controller that may die after any write: in the end there is one daemon of the
/// present template on each node that wants one and none elsewhere, and on the way no more daemons go, and no
/// more come, than may.
final class DaemonSetPlanPropertyTest {
    private static final int WORLDS = 300;
    private static final String HASH = "new";

    @Test
    void everyWorldConverges() {
        Seeds.check(WORLDS, seed -> {
            World world = new World(seed);
            int round = 0;
            while (!world.step()) {
                world.timePasses();
                assertThat(++round).as("rounds").isLessThan(200);
            }
            for (Node node : world.nodes) {
                List<Pod> daemons = world.on(Metadata.name(node));
                switch (NodeFit.of(world.set, node)) {
                    case RUN ->
                        assertThat(daemons)
                                .as("daemons of a node that wants one")
                                .singleElement()
                                .matches(pod -> DaemonTemplates.updated(world.set, HASH, pod));
                    case KEEP -> assertThat(daemons).hasSizeLessThanOrEqualTo(1);
                    case NONE ->
                        assertThat(daemons).as("daemons where none belongs").isEmpty();
                }
            }
        });
    }

    private static final class World {
        private final RandomGenerator random;
        private final DaemonSet set;
        private final int surge;
        private final int unavailable;
        private final List<Node> nodes = new ArrayList<>();
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private int created;

        World(long seed) {
            random = Seeds.random(seed);
            surge = random.nextInt(3);
            unavailable = surge > 0 ? 0 : 1 + random.nextInt(3);
            set = new DaemonSetBuilder(Samples.daemonSet("agent"))
                    .editSpec()
                    .editUpdateStrategy()
                    .editRollingUpdate()
                    .withMaxSurge(new IntOrString(surge))
                    .withMaxUnavailable(new IntOrString(unavailable))
                    .endRollingUpdate()
                    .endUpdateStrategy()
                    .endSpec()
                    .build();
            int count = 1 + random.nextInt(7);
            for (int index = 0; index < count; index++) {
                NodeBuilder node = new NodeBuilder(Samples.node("n" + index, Map.of()));
                int taint = random.nextInt(8);
                if (taint < 2) {
                    node.editSpec()
                            .addNewTaint()
                            .withKey("some")
                            .withEffect(taint == 0 ? "NoSchedule" : "NoExecute")
                            .endTaint()
                            .endSpec();
                }
                nodes.add(node.build());
                int daemons = random.nextInt(3);
                for (int daemon = 0; daemon < daemons; daemon++) {
                    put(draw("n" + index));
                }
            }
            if (random.nextInt(4) == 0) {
                put(daemon(DaemonTemplates.pod(set, HASH, "gone")));
            }
        }

        private Pod draw(String node) {
            Pod pod = daemon(DaemonTemplates.pod(set, random.nextBoolean() ? HASH : "old", node));
            return switch (random.nextInt(6)) {
                case 0 -> pod;
                case 1 -> Samples.deleting(Samples.running(pod, node));
                case 2 ->
                    new PodBuilder(Samples.running(pod, node))
                            .editStatus()
                            .withPhase("Failed")
                            .endStatus()
                            .build();
                default -> Samples.ready(pod, node, Samples.NOW.minusSeconds(60));
            };
        }

        private Pod daemon(Pod template) {
            String name = "d" + created++;
            return new PodBuilder(template)
                    .editMetadata()
                    .withName(name)
                    .withUid("uid-" + name)
                    .withCreationTimestamp(Timestamps.seconds(Samples.NOW.plusSeconds(created)))
                    .withOwnerReferences(ControllerReferences.reference(set))
                    .endMetadata()
                    .withNewStatus()
                    .withPhase("Pending")
                    .endStatus()
                    .build();
        }

        List<Pod> on(String node) {
            return pods.values().stream()
                    .filter(pod -> DaemonTemplates.node(pod).orElse("").equals(node))
                    .toList();
        }

        /// @return whether there is nothing left to do, and nothing on its way
        boolean step() {
            DaemonSetPlan plan = DaemonSetPlan.plan(
                    set, new DaemonSetPlan.Observed(nodes, List.copyOf(pods.values()), HASH, Map.of()), Samples.NOW);
            checkLimits(plan);
            for (DaemonSetAction action : plan.actions()) {
                switch (action) {
                    case DaemonSetAction.CreatePods(var wanted) -> {
                        for (Pod pod : wanted) {
                            put(daemon(pod));
                            if (random.nextInt(8) == 0) {
                                return false;
                            }
                        }
                    }
                    case DaemonSetAction.DeletePods(var doomed) -> {
                        for (Pod pod : doomed) {
                            put(Samples.deleting(pod));
                            if (random.nextInt(8) == 0) {
                                return false;
                            }
                        }
                    }
                    case DaemonSetAction.TellEnd _, DaemonSetAction.Adopt _, DaemonSetAction.Release _ -> {}
                }
            }
            return plan.actions().isEmpty()
                    && pods.values().stream().allMatch(pod -> Pods.ready(pod) && !Pods.deleting(pod));
        }

        /// A daemon that serves goes only as far as others may be missing, or when another serves in its place.
        private void checkLimits(DaemonSetPlan plan) {
            List<Pod> doomed = new ArrayList<>();
            for (DaemonSetAction action : plan.actions()) {
                if (action instanceof DaemonSetAction.DeletePods(var deleted)) {
                    doomed.addAll(deleted);
                }
            }
            int serving = 0;
            int left = 0;
            int wanted = 0;
            for (Node node : nodes) {
                if (NodeFit.of(set, node) == NodeFit.RUN) {
                    List<Pod> ready = on(Metadata.name(node)).stream()
                            .filter(pod -> Pods.ready(pod) && Pods.active(pod))
                            .toList();
                    wanted++;
                    serving += ready.isEmpty() ? 0 : 1;
                    left += doomed.containsAll(ready) ? 0 : 1;
                    assertThat(on(Metadata.name(node)).stream()
                                            .filter(Pods::active)
                                            .count()
                                    <= 3)
                            .isTrue();
                }
            }
            assertThat(serving - left)
                    .as("nodes that lose their daemon, %d of %d served", serving, wanted)
                    .isLessThanOrEqualTo(Math.max(0, unavailable - (wanted - serving)));
        }

        /// Daemons become ready, those that are deleted go.
        void timePasses() {
            for (Pod pod : List.copyOf(pods.values())) {
                if (Pods.deleting(pod)) {
                    if (random.nextBoolean()) {
                        pods.remove(Metadata.uid(pod));
                    }
                } else if (Pods.active(pod) && !Pods.ready(pod) && random.nextBoolean()) {
                    put(Samples.ready(pod, DaemonTemplates.node(pod).orElse(""), Samples.NOW.minusSeconds(5)));
                }
            }
        }

        private void put(Pod pod) {
            pods.put(Metadata.uid(pod), pod);
        }
    }
}
