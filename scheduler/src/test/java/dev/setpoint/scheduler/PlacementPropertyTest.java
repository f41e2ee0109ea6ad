package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.scheduler.cluster.Fixtures;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Whatever pods ask for, whatever interleaving and whatever goes wrong: nobody ever lies where something forbids it.
/// What forbids is said here once more and in the plainest way, apart from the code that decides.
class PlacementPropertyTest {
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final List<String> APPS = List.of("web", "db", "cache");

    @Test
    void nobodyLiesWhereSomethingForbidsIt() {
        Seeds.check(30, seed -> {
            RandomGenerator random = Seeds.random(seed);
            try (World world = new World(BatonOptions.random(seed))) {
                Map<String, Node> nodes = nodes(random);
                nodes.values().forEach(world::create);
                for (int step = 0; step < 40; step++) {
                    disturb(world, random, step);
                    assertAllowed(world.pods.list("", ListOptions.ALL), nodes);
                }
                world.faults.heal();
                world.env.advance(Duration.ofMinutes(6));
                List<Pod> pods = world.pods.list("", ListOptions.ALL);
                assertAllowed(pods, nodes);
                assertThat(pods).as("some are placed").anyMatch(PlacementPropertyTest::isPlaced);
            }
        });
    }

    private static Map<String, Node> nodes(RandomGenerator random) {
        Map<String, Node> nodes = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            NodeBuilder node = new NodeBuilder(Fixtures.zoned("n" + i, i % 2 == 0 ? "even" : "odd"));
            if (random.nextInt(4) == 0) {
                node.editSpec()
                        .addNewTaint("NoSchedule", "dedicated", null, "x")
                        .endSpec();
            }
            if (random.nextInt(6) == 0) {
                node.editSpec().withUnschedulable(true).endSpec();
            }
            nodes.put("n" + i, node.build());
        }
        return nodes;
    }

    private static void disturb(World world, RandomGenerator random, int step) {
        switch (random.nextInt(9)) {
            case 0 ->
                world.faults.failNext(
                        call -> call.target().subresource().equals("binding"),
                        new ApiError.Timeout("chaos"),
                        random.nextBoolean() ? When.BEFORE : When.AFTER);
            case 1 -> world.faults.hold("pods");
            case 2 -> world.faults.release("pods");
            case 3 -> world.restartScheduler();
            case 4 -> world.env.advance(Duration.ofMillis(random.nextInt(3000)));
            case 5 -> {
                List<Pod> all = world.pods.list("", ListOptions.ALL);
                if (!all.isEmpty()) {
                    world.pods.delete(all.get(random.nextInt(all.size())));
                }
            }
            default -> world.create(randomPod("pod-" + step, random));
        }
    }

    private static Pod randomPod(String name, RandomGenerator random) {
        Pod pod = Fixtures.labelled(name, APPS.get(random.nextInt(APPS.size())));
        if (random.nextInt(2) == 0) {
            pod = Fixtures.apart(pod, term(random));
        }
        PodBuilder builder = new PodBuilder(pod);
        if (random.nextInt(4) == 0) {
            builder.editSpec()
                    .addToNodeSelector(ZONE, random.nextBoolean() ? "even" : "odd")
                    .endSpec();
        }
        if (random.nextInt(3) == 0) {
            builder.editSpec()
                    .addNewToleration()
                    .withOperator("Exists")
                    .withKey("dedicated")
                    .endToleration()
                    .endSpec();
        }
        if (random.nextInt(5) == 0) {
            builder.editSpec()
                    .editFirstContainer()
                    .addNewPort()
                    .withContainerPort(80)
                    .withHostPort(80)
                    .withProtocol("TCP")
                    .endPort()
                    .endContainer()
                    .endSpec();
        }
        return builder.build();
    }

    private static PodAffinityTerm term(RandomGenerator random) {
        return Fixtures.term(APPS.get(random.nextInt(APPS.size())), random.nextInt(3) == 0 ? ZONE : HOST);
    }

    private static boolean isPlaced(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }

    private static void assertAllowed(List<Pod> pods, Map<String, Node> nodes) {
        List<Pod> placed = pods.stream().filter(PlacementPropertyTest::isPlaced).toList();
        for (Pod pod : placed) {
            assertNodeTakes(pod, nodeOf(pod, nodes));
            for (Pod other : placed) {
                if (!other.getMetadata().getName().equals(pod.getMetadata().getName())) {
                    assertTolerate(pod, other, nodes);
                }
            }
        }
    }

    private static void assertNodeTakes(Pod pod, Node node) {
        assertThat(node.getSpec().getUnschedulable())
                .as("%s is cordoned", name(node))
                .isNull();
        if (!node.getSpec().getTaints().isEmpty()) {
            assertThat(pod.getSpec().getTolerations())
                    .as("tolerations of %s on %s", name(pod), name(node))
                    .anyMatch(toleration -> "dedicated".equals(toleration.getKey()));
        }
        if (pod.getSpec().getNodeSelector() != null) {
            assertThat(node.getMetadata().getLabels())
                    .containsAllEntriesOf(pod.getSpec().getNodeSelector());
        }
    }

    private static void assertTolerate(Pod pod, Pod other, Map<String, Node> nodes) {
        if (pod.getSpec().getAffinity() != null) {
            for (PodAffinityTerm term : pod.getSpec()
                    .getAffinity()
                    .getPodAntiAffinity()
                    .getRequiredDuringSchedulingIgnoredDuringExecution()) {
                String unwanted = term.getLabelSelector().getMatchLabels().getOrDefault("app", "");
                if (unwanted.equals(other.getMetadata().getLabels().get("app"))) {
                    assertThat(place(pod, nodes, term.getTopologyKey()))
                            .as("%s keeps apart from %s", name(pod), name(other))
                            .isNotEqualTo(place(other, nodes, term.getTopologyKey()));
                }
            }
        }
        if (hasHostPort(pod) && hasHostPort(other)) {
            assertThat(pod.getSpec().getNodeName())
                    .as("%s and %s want one port", name(pod), name(other))
                    .isNotEqualTo(other.getSpec().getNodeName());
        }
    }

    private static String place(Pod pod, Map<String, Node> nodes, String topologyKey) {
        return nodeOf(pod, nodes).getMetadata().getLabels().getOrDefault(topologyKey, "");
    }

    private static Node nodeOf(Pod pod, Map<String, Node> nodes) {
        return Objects.requireNonNull(nodes.get(pod.getSpec().getNodeName()), "a node that does not exist");
    }

    private static boolean hasHostPort(Pod pod) {
        return !pod.getSpec().getContainers().getFirst().getPorts().isEmpty();
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }
}
