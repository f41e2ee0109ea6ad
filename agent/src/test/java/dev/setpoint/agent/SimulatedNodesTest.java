package dev.setpoint.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatedNodesTest {
    private static final int CROWD = 100;

    private final World world =
            new World(BatonOptions.firstCome(1), NodeOptions.of(3).withZones(2));

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void nodesRegisterAsKubeletsDo() {
        Node node = node("node-2");

        assertThat(node.getMetadata().getLabels())
                .containsEntry("kubernetes.io/hostname", "node-2")
                .containsEntry("kubernetes.io/os", "linux")
                .containsEntry("kubernetes.io/arch", "amd64")
                .containsEntry("topology.kubernetes.io/zone", "zone-2");
        assertThat(node.getSpec().getPodCIDR()).isEqualTo("10.244.1.0/24");
        assertThat(node.getStatus().getAllocatable()).containsKeys("cpu", "memory", "pods", "ephemeral-storage");
        assertThat(node.getStatus().getAddresses())
                .extracting(address -> address.getType() + " " + address.getAddress())
                .containsExactly("InternalIP 172.18.0.3", "Hostname node-2");
        assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).startsWith("v1.36.");
        assertThat(node.getStatus().getConditions())
                .extracting(condition -> condition.getType() + "=" + condition.getStatus() + " " + condition.getReason()
                        + " " + condition.getMessage())
                .containsExactly(
                        "MemoryPressure=False KubeletHasSufficientMemory kubelet has sufficient memory available",
                        "DiskPressure=False KubeletHasNoDiskPressure kubelet has no disk pressure",
                        "PIDPressure=False KubeletHasSufficientPID kubelet has sufficient PID available",
                        "Ready=True KubeletReady kubelet is posting ready status");
    }

    @Test
    void aLeaseIsRenewedEveryTenSeconds() {
        Lease first = lease("node-1");
        assertThat(first.getSpec().getHolderIdentity()).isEqualTo("node-1");
        assertThat(first.getSpec().getLeaseDurationSeconds()).isEqualTo(40);
        assertThat(first.getMetadata().getOwnerReferences().getFirst().getUid())
                .isEqualTo(node("node-1").getMetadata().getUid());

        ZonedDateTime last = first.getSpec().getRenewTime();
        for (int i = 0; i < 120; i++) {
            world.env.advance(Duration.ofSeconds(1));
            ZonedDateTime renewed = lease("node-1").getSpec().getRenewTime();
            assertThat(Duration.between(last, renewed)).isLessThan(Duration.ofMillis(10_401));
            last = renewed;
        }
        assertThat(Duration.between(last, world.env.wallTime().atZone(last.getZone())))
                .isLessThan(Duration.ofSeconds(11));
    }

    @Test
    void anHourOfHeartbeatsWritesNoMoreThanItMust() {
        world.env.advance(Duration.ofSeconds(30));
        long leases = world.faults.count("update", "leases");
        long statuses = world.faults.count("patch", "nodes");

        world.env.advance(Duration.ofHours(1));

        assertThat(world.faults.count("update", "leases") - leases).isBetween(3 * 340L, 3 * 361L);
        assertThat(world.faults.count("patch", "nodes") - statuses).isBetween(3 * 11L, 3 * 13L);
    }

    @Test
    void aNodeThatWasThoughtGoneSaysThatItIsBack() {
        Node node = node("node-1");
        world.nodes.updateStatus(new NodeBuilder(node)
                .editStatus()
                .editMatchingCondition(condition -> condition.getType().equals("Ready"))
                .withStatus("Unknown")
                .withReason("NodeStatusUnknown")
                .withLastTransitionTime("2025-12-31T00:00:00Z")
                .endCondition()
                .endStatus()
                .build());

        world.env.advance(Duration.ofSeconds(11));

        assertThat(node("node-1").getStatus().getConditions().getLast()).satisfies(condition -> {
            assertThat(condition.getStatus()).isEqualTo("True");
            assertThat(condition.getLastTransitionTime()).startsWith("2026-01-01");
        });
    }

    @Test
    void aRestartedAgentKeepsWhatOthersSetOnItsNodes() {
        world.nodes.update(new NodeBuilder(node("node-1"))
                .editMetadata()
                .addToLabels("disk", "ssd")
                .removeFromLabels("kubernetes.io/os")
                .endMetadata()
                .editSpec()
                .withUnschedulable(true)
                .endSpec()
                .build());

        world.restartAgent();
        world.env.advance(Duration.ofSeconds(1));

        assertThat(node("node-1").getMetadata().getLabels())
                .containsEntry("disk", "ssd")
                .containsEntry("kubernetes.io/os", "linux");
        assertThat(node("node-1").getSpec().getUnschedulable()).isTrue();
        assertThat(world.nodes.list("", ListOptions.ALL)).hasSize(3);
    }

    @Test
    void aDeletedNodeStaysAwayUntilTheAgentStartsAgain() {
        world.nodes.delete(node("node-1"));
        world.env.advance(Duration.ofMinutes(10));
        assertThat(world.nodes.find(ObjectKey.cluster("node-1"))).isEmpty();

        world.restartAgent();
        world.env.settle();

        assertThat(world.nodes.find(ObjectKey.cluster("node-1"))).isPresent();
    }

    @Test
    void heartbeatsGoOnAfterTheServerWasAway() {
        for (int i = 0; i < 5; i++) {
            world.faults.failNext(call -> call.is("update", "leases"), new ApiError.Unavailable("away"), When.BEFORE);
        }
        world.env.advance(Duration.ofSeconds(40));

        assertThat(world.leases.list("kube-node-lease", ListOptions.ALL))
                .allSatisfy(lease -> assertThat(
                                Duration.between(lease.getSpec().getRenewTime().toInstant(), world.env.wallTime()))
                        .isLessThan(Duration.ofSeconds(12)));
    }

    @Test
    void aPodGoesThroughContainerCreatingToRunning() {
        world.run("web", "node-1", Map.of());
        world.env.settle();
        assertThat(world.phase("web")).isEqualTo("Pending");

        world.env.advance(Duration.ofMillis(50));

        assertThat(world.phase("web")).isEqualTo("Running");
        assertThat(world.pod("web").getStatus().getHostIP()).isEqualTo("172.18.0.2");
        assertThat(world.pod("web").getStatus().getPodIP()).isEqualTo("10.244.0.2");
        assertThat(world.faults.calls().stream().filter(call -> call.is("patch", "pods")))
                .hasSize(2);
        assertThat(world.eventsAbout("web"))
                .extracting(Event::getReason)
                .containsExactlyInAnyOrder("Pulled", "Created", "Started");
        assertThat(world.eventsAbout("web")).allSatisfy(event -> {
            assertThat(event.getSource().getComponent()).isEqualTo("kubelet");
            assertThat(event.getSource().getHost()).isEqualTo("node-1");
            assertThat(event.getInvolvedObject().getFieldPath()).isEqualTo("spec.containers{main}");
        });
    }

    @Test
    void aRunningPodIsLeftAlone() {
        world.run("web", "node-1", Map.of());
        world.env.advance(Duration.ofSeconds(1));
        long patches = world.faults.count("patch", "pods");

        world.env.advance(Duration.ofHours(2));

        assertThat(world.faults.count("patch", "pods")).isEqualTo(patches);
    }

    @Test
    void aDeletedPodGoes() {
        world.run("web", "node-1", Map.of());
        world.run("slow", "node-1", Map.of("stop-seconds", "5"));
        world.env.advance(Duration.ofSeconds(1));

        world.delete("web", 30);
        world.delete("slow", 30);
        world.env.settle();
        assertThat(world.find("web")).isEmpty();
        assertThat(world.find("slow")).isPresent();

        world.env.advance(Duration.ofSeconds(5));

        assertThat(world.find("slow")).isEmpty();
        assertThat(world.eventsAbout("slow").stream()
                        .filter(event -> event.getReason().equals("Killing")))
                .hasSize(1);
    }

    @Test
    void aPodHeldBackByAFinalizerEndsAndWaits() {
        world.run("web", "node-1", Map.of());
        JsonObject held = new JsonObject().put("finalizers", JsonArray.ofTexts(List.of("example.com/hold")));
        world.pods.patch(new ObjectKey("default", "web"), PatchType.MERGE, new JsonObject().put("metadata", held));
        world.env.advance(Duration.ofSeconds(1));

        world.delete("web", 30);
        world.env.advance(Duration.ofSeconds(1));

        assertThat(world.phase("web")).isEqualTo("Succeeded");
    }

    @Test
    void aMirrorPodIsNeverRunAndGoesAtOnceWhenItIsDeleted() {
        Pod mirror = world.pods.create(new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("mirror")
                .addToAnnotations("kubernetes.io/config.mirror", "hash")
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .addNewContainer()
                .withName("main")
                .withImage("nginx:1.25")
                .endContainer()
                .endSpec()
                .build());
        world.env.advance(Duration.ofMinutes(1));
        assertThat(world.pod("mirror")).isEqualTo(mirror);

        world.delete("mirror", 30);
        world.env.settle();
        assertThat(world.find("mirror")).isEmpty();
    }

    @Test
    void eachOfACrowdOfPodsIsReportedToBeCreated() {
        assertThat(reportsOfACrowd(world)).isEqualTo(2L * CROWD);
    }

    @Test
    void ofACrowdOfPodsOnlyTheLastAreReportedToBeCreatedWhereThatIsAskedFor() {
        NodeOptions options = NodeOptions.of(3).reporting(NodeOptions.StartReports.UNLESS_MANY_WAIT);
        try (World crowded = new World(BatonOptions.firstCome(1), options)) {
            assertThat(reportsOfACrowd(crowded)).isBetween((long) CROWD, CROWD + 2L * 16);
        }
    }

    private static long reportsOfACrowd(World world) {
        world.killAgent();
        for (int i = 0; i < CROWD; i++) {
            world.run("pod-" + i, "node-1", Map.of());
        }
        world.restartAgent();
        world.env.advance(Duration.ofSeconds(1));

        assertThat(world.pods.list("", ListOptions.ALL))
                .allSatisfy(pod -> assertThat(pod.getStatus().getPhase()).isEqualTo("Running"));
        return world.faults.calls().stream()
                .filter(call -> call.is("patch", "pods"))
                .count();
    }

    @Test
    void anAddressComesBackWhenAllOthersAreTaken() {
        for (int i = 0; i < 254; i++) {
            world.run("pod-" + i, "node-1", Map.of());
        }
        world.env.advance(Duration.ofSeconds(2));
        List<Pod> waiting = world.pods.list("", ListOptions.ALL).stream()
                .filter(pod -> pod.getStatus().getPodIP() == null)
                .toList();
        assertThat(waiting).hasSize(1);
        Pod running = world.pod(world.phase("pod-0").equals("Running") ? "pod-0" : "pod-1");

        world.delete(running.getMetadata().getName(), 1);
        world.env.advance(Duration.ofSeconds(2));

        Pod late = world.pod(waiting.getFirst().getMetadata().getName());
        assertThat(late.getStatus().getPodIP()).isEqualTo(running.getStatus().getPodIP());
    }

    @Test
    void podsOfOtherNodesAndUnboundPodsAreLeftAlone() {
        world.run("elsewhere", "other-1", Map.of());
        world.run("unbound", "", Map.of());
        world.env.advance(Duration.ofSeconds(1));

        assertThat(world.pod("elsewhere").getStatus().getStartTime()).isNull();
        assertThat(world.pod("unbound").getStatus().getStartTime()).isNull();
    }

    @Test
    void everyPodHasItsOwnAddress() {
        for (int i = 0; i < 150; i++) {
            world.run("pod-" + i, "node-" + (1 + i % 3), Map.of());
        }
        world.env.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 150; i += 2) {
            world.delete("pod-" + i, 1);
        }
        world.env.settle();
        world.restartAgent();
        for (int i = 150; i < 230; i++) {
            world.run("pod-" + i, "node-" + (1 + i % 3), Map.of());
        }
        world.env.advance(Duration.ofSeconds(2));

        List<Pod> pods = world.pods.list("", ListOptions.ALL);
        Set<String> addresses = new HashSet<>();
        assertThat(pods).hasSize(155).allSatisfy(pod -> {
            assertThat(addresses.add(pod.getStatus().getPodIP())).isTrue();
            String prefix = switch (pod.getSpec().getNodeName()) {
                case "node-1" -> "10.244.0.";
                case "node-2" -> "10.244.1.";
                default -> "10.244.2.";
            };
            assertThat(pod.getStatus().getPodIP()).startsWith(prefix);
        });
    }

    @Test
    void aRestartedAgentChangesNothingOfWhatRuns() {
        world.run("web", "node-1", Map.of());
        world.run("crashing", "node-2", Map.of("exit-code", "1", "run-seconds", "3"));
        world.env.advance(Duration.ofSeconds(10));
        Pod before = world.pod("web");

        world.restartAgent();
        world.env.advance(Duration.ofMinutes(1));

        assertThat(world.pod("web")).isEqualTo(before);
        assertThat(world.pod("crashing")
                        .getStatus()
                        .getContainerStatuses()
                        .getFirst()
                        .getRestartCount())
                .isGreaterThan(1);
    }

    /// Kill the agent at any moment: in the end every pod runs, with one address each.
    @Test
    void survivesACrashAtAnyMoment() {
        Seeds.check(15, seed -> {
            var random = Seeds.random(seed);
            try (World chaos = new World(BatonOptions.random(seed), NodeOptions.of(2))) {
                for (int i = 0; i < 12; i++) {
                    chaos.run("pod-" + i, "node-" + (1 + i % 2), Map.of());
                    chaos.env.advance(Duration.ofMillis(random.nextInt(40)));
                    switch (random.nextInt(4)) {
                        case 0 -> chaos.restartAgent();
                        case 1 ->
                            chaos.faults.failNext(
                                    call -> call.is("patch", "pods"), new ApiError.Timeout("chaos"), When.AFTER);
                        case 2 -> {
                            String victim = "pod-" + random.nextInt(i + 1);
                            chaos.find(victim).ifPresent(_ -> chaos.delete(victim, 1));
                        }
                        default -> {}
                    }
                    if (random.nextBoolean()) {
                        chaos.env.settle();
                    }
                    if (i < 11 && random.nextInt(3) == 0) {
                        chaos.faults.closeWatches("pods");
                    }
                }
                chaos.env.advance(Duration.ofMinutes(1));
                Set<String> addresses = new HashSet<>();
                for (Pod pod : chaos.pods.list("", ListOptions.ALL)) {
                    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
                    assertThat(addresses.add(pod.getStatus().getPodIP())).isTrue();
                    assertThat(pod.getStatus().getContainerStatuses().getFirst().getRestartCount())
                            .isZero();
                }
            }
        });
    }

    @Test
    void theSameSeedGivesTheSameHistory() {
        Seeds.check(3, seed -> assertThat(history(seed)).isEqualTo(history(seed)));
        assertThat(history(1)).isNotEqualTo(history(2));
    }

    private static String history(long seed) {
        TraceHash trace = new TraceHash();
        try (World run = new World(BatonOptions.random(seed).withTrace(trace), NodeOptions.of(4))) {
            for (int i = 0; i < 20; i++) {
                run.run("pod-" + i, "node-" + (1 + i % 4), Map.of());
            }
            run.env.advance(Duration.ofMinutes(1));
            return trace.hex();
        }
    }

    private Node node(String name) {
        return world.nodes.get(ObjectKey.cluster(name));
    }

    private Lease lease(String name) {
        return world.leases.get(new ObjectKey("kube-node-lease", name));
    }
}
