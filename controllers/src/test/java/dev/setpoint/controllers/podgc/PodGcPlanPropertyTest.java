package dev.setpoint.controllers.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any pods, any nodes: what is deleted had no future, what has one stays, and then there is nothing left to do.
final class PodGcPlanPropertyTest {
    private static final int MOST_TERMINATED = 3;

    @Test
    void everyWorldConverges() {
        Seeds.check(500, seed -> {
            World world = new World(Seeds.random(seed));
            Map<String, Pod> before = new LinkedHashMap<>(world.pods);
            List<PodGcPlan.Action> actions = world.plan();
            actions.forEach(world::execute);
            assertThat(world.plan()).as("seed %d: a second plan", seed).isEmpty();
            before.values().stream()
                    .filter(world::hasAFuture)
                    .forEach(pod -> assertThat(world.pods)
                            .as("seed %d: %s", seed, Metadata.name(pod))
                            .containsKey(Metadata.uid(pod)));
            assertThat(world.terminated())
                    .as("seed %d: pods that have ended", seed)
                    .isLessThanOrEqualTo(MOST_TERMINATED);
        });
    }

    /// A collector that dies after any prefix is followed by one that ends in the same place.
    @Test
    void everyPrefixOfAPlanConverges() {
        Seeds.check(500, seed -> {
            World whole = new World(Seeds.random(seed));
            whole.plan().forEach(whole::execute);
            World cut = new World(Seeds.random(seed));
            List<PodGcPlan.Action> actions = cut.plan();
            actions.subList(0, Seeds.random(seed).nextInt(actions.size() + 1)).forEach(cut::execute);
            cut.plan().forEach(cut::execute);
            assertThat(cut.pods.keySet()).as("seed %d", seed).isEqualTo(whole.pods.keySet());
        });
    }

    private static final class World {
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Set<String> lost = Set.of("lost");

        World(RandomGenerator random) {
            nodes.put("fine", Samples.node("fine", Map.of()));
            nodes.put(
                    "dead",
                    new NodeBuilder(Samples.node("dead", Map.of()))
                            .editSpec()
                            .addNewTaint("NoExecute", "node.kubernetes.io/out-of-service", null, "shutdown")
                            .endSpec()
                            .build());
            int count = random.nextInt(20);
            for (int index = 0; index < count; index++) {
                Pod pod = draw("p" + index, random);
                pods.put(Metadata.uid(pod), pod);
            }
        }

        private static Pod draw(String name, RandomGenerator random) {
            String node = List.of("", "fine", "dead", "lost", "new").get(random.nextInt(5));
            String phase = List.of("Pending", "Running", "Succeeded", "Failed").get(random.nextInt(4));
            Pod pod = new PodBuilder(Samples.pod(name, Map.of()))
                    .editSpec()
                    .withNodeName(node)
                    .endSpec()
                    .editStatus()
                    .withPhase(phase)
                    .endStatus()
                    .build();
            if (random.nextInt(8) == 0) {
                pod = pod.edit()
                        .editMetadata()
                        .addToAnnotations("kubernetes.io/config.mirror", "x")
                        .endMetadata()
                        .build();
            }
            return random.nextInt(3) == 0 ? Samples.deleting(pod) : pod;
        }

        List<PodGcPlan.Action> plan() {
            return PodGcPlan.plan(List.copyOf(pods.values()), nodes, lost, MOST_TERMINATED);
        }

        /// All of them delete without grace.
        void execute(PodGcPlan.Action action) {
            pods.remove(Metadata.uid(action.pod()));
        }

        boolean hasAFuture(Pod pod) {
            boolean nodeLives = Pods.nodeName(pod).isEmpty()
                    || nodes.containsKey(Pods.nodeName(pod))
                    || !lost.contains(Pods.nodeName(pod));
            return Pods.mirror(pod) || (nodeLives && !Pods.deleting(pod) && !Pods.finished(pod));
        }

        long terminated() {
            return pods.values().stream()
                    .filter(pod -> Pods.finished(pod) && !Pods.deleting(pod) && !Pods.mirror(pod))
                    .count();
        }
    }
}
