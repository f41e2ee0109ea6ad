package dev.setpoint.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.server.ControlPlane;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A whole control plane on the stepped clock, and its parts as pods.
class MirrorPodsTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource NODES = new GroupVersionResource("", "v1", "nodes");
    private static final GroupVersionResource REPLICA_SETS = new GroupVersionResource("apps", "v1", "replicasets");
    private static final List<String> NAMES =
            List.of("etcd-node-1", "kube-apiserver-node-1", "kube-controller-manager-node-1", "kube-scheduler-node-1");
    private static final String MANAGER = "kube-controller-manager-node-1";

    private final BatonEnv world = BatonEnv.create(3);
    private final Store store = MemoryStore.open(world.child("store"), StoreOptions.defaults());
    private ControlPlane plane = start(1);

    private ControlPlane start(int nodes) {
        ControlPlane started = new ControlPlane(world, store, new ControlPlane.Settings(KEYS, nodes));
        call(() -> {
            started.start(Optional.of("10.0.0.1"), () -> 6443);
            return true;
        });
        world.advance(Duration.ofSeconds(5));
        return started;
    }

    @AfterEach
    void end() {
        call(() -> {
            plane.close();
            return true;
        });
        world.close();
    }

    private <T> T call(Supplier<T> body) {
        return world.call(body);
    }

    private Client client() {
        return plane.client("test");
    }

    private List<Pod> pods(String namespace) {
        TypedClient<Pod> pods = Typed.of(Pod.class).over(client());
        return call(() -> pods.list(namespace, ListOptions.ALL));
    }

    private Pod pod(String name) {
        TypedClient<Pod> pods = Typed.of(Pod.class).over(client());
        return call(() -> pods.get(new ObjectKey("kube-system", name)));
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    private static List<String> uids(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getUid()).toList();
    }

    private static ContainerStatus container(Pod pod) {
        return pod.getStatus().getContainerStatuses().getFirst();
    }

    private void delete(GroupVersionResource resource, String namespace, String name, OptionalLong grace) {
        call(() -> {
            client().delete(
                            Target.object(resource, namespace, name),
                            new DeleteOptions(
                                    DeleteOptions.Propagation.BACKGROUND, grace, Optional.empty(), Optional.empty()));
            return true;
        });
    }

    private void create(GroupVersionResource resource, String json) {
        call(() -> client().create(
                        Target.collection(resource, "default"),
                        new Body.Encoded(json.getBytes(StandardCharsets.UTF_8)),
                        WriteOptions.DEFAULT));
    }

    @Test
    void showsEveryPartAsAStaticPodWouldBe() {
        List<Pod> pods = pods("kube-system");
        assertThat(names(pods)).isEqualTo(NAMES);
        assertThat(pods).allSatisfy(pod -> {
            String component = pod.getMetadata().getName().replace("-node-1", "");
            assertThat(pod.getMetadata().getLabels())
                    .containsEntry("component", component)
                    .containsEntry("tier", "control-plane");
            assertThat(pod.getMetadata().getAnnotations())
                    .containsKeys("kubernetes.io/config.seen", "kubernetes.io/config.hash")
                    .containsEntry("kubernetes.io/config.source", "file");
            assertThat(pod.getMetadata().getAnnotations().get("kubernetes.io/config.mirror"))
                    .isEqualTo(pod.getMetadata().getAnnotations().get("kubernetes.io/config.hash"));
            assertThat(pod.getMetadata().getOwnerReferences())
                    .extracting(OwnerReference::getKind, OwnerReference::getName)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("Node", "node-1"));
            assertThat(pod.getSpec().getNodeName()).isEqualTo("node-1");
            assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
            assertThat(pod.getStatus().getPodIP()).isEqualTo(pod.getStatus().getHostIP());
            assertThat(container(pod).getReady()).isTrue();
            assertThat(container(pod).getRestartCount()).isZero();
        });
    }

    @Test
    void showsNothingWhereThereIsNoNode() {
        try (BatonEnv other = BatonEnv.create(4)) {
            Store empty = MemoryStore.open(other.child("store"), StoreOptions.defaults());
            ControlPlane without = new ControlPlane(other, empty, new ControlPlane.Settings(KEYS, 0));
            other.call(() -> {
                without.start(Optional.of("10.0.0.1"), () -> 6443);
                return true;
            });
            other.advance(Duration.ofMinutes(1));
            assertThat(empty.snapshot().iterate("pods", "").hasNext()).isFalse();
        }
    }

    @Test
    void comesBackAtOnceAndTellsOfTheRestart() {
        Pod before = pod(MANAGER);
        delete(PODS, "kube-system", MANAGER, OptionalLong.empty());
        world.advance(Duration.ofMillis(100)); // Far less than the grace period of a pod.
        Pod after = pod(MANAGER);
        assertThat(after.getMetadata().getUid())
                .isNotEqualTo(before.getMetadata().getUid());
        assertThat(container(after).getRestartCount()).isEqualTo(1);
        assertThat(container(after).getReady()).isTrue();
        assertThat(container(after).getLastState().getTerminated().getReason()).isEqualTo("Completed");
        assertThat(container(after).getLastState().getTerminated().getContainerID())
                .isEqualTo(container(before).getContainerID());
        delete(PODS, "kube-system", MANAGER, OptionalLong.of(0));
        world.advance(Duration.ofSeconds(1));
        assertThat(container(pod(MANAGER)).getRestartCount()).isEqualTo(2);
    }

    @Test
    void putsBackWhatCannotBeRestartedAlone() {
        Pod before = pod("etcd-node-1");
        delete(PODS, "kube-system", "etcd-node-1", OptionalLong.empty());
        world.advance(Duration.ofSeconds(1));
        assertThat(pod("etcd-node-1").getMetadata().getUid())
                .isNotEqualTo(before.getMetadata().getUid());
    }

    @Test
    void restartsTheManagerColdAndItTakesUpTheWork() {
        create(REPLICA_SETS, """
                {"metadata":{"name":"demo"},"spec":{"replicas":5,"selector":{"matchLabels":{"app":"demo"}},"template":
                {"metadata":{"labels":{"app":"demo"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.25"}]}}}}""");
        world.advance(Duration.ofSeconds(5));
        List<Pod> first = pods("default");
        assertThat(first).hasSize(5);

        delete(PODS, "kube-system", MANAGER, OptionalLong.empty());
        for (Pod victim : first.subList(0, 2)) {
            delete(PODS, "default", victim.getMetadata().getName(), OptionalLong.of(0));
        }
        world.advance(Duration.ofSeconds(10));

        List<Pod> second = pods("default");
        assertThat(second).hasSize(5);
        assertThat(uids(second)).containsAll(uids(first.subList(2, 5)));
        String lease = call(() -> new String(
                client().get(Target.object(
                                new GroupVersionResource("coordination.k8s.io", "v1", "leases"),
                                "kube-system",
                                "kube-controller-manager"))
                        .filled(),
                StandardCharsets.UTF_8));
        assertThat(JsonReader.object(lease.getBytes(StandardCharsets.UTF_8))
                        .child("spec")
                        .integerOr("leaseTransitions", 0))
                .isEqualTo(1);
    }

    @Test
    void restartsTheSchedulerColdAndItPlacesWhatCameMeanwhile() {
        delete(PODS, "kube-system", "kube-scheduler-node-1", OptionalLong.empty());
        create(PODS, """
                {"metadata":{"name":"late"},"spec":{"containers":[{"name":"nginx","image":"nginx:1.25"}]}}""");
        world.advance(Duration.ofSeconds(5));
        assertThat(pods("default"))
                .extracting(pod -> pod.getStatus().getPhase())
                .containsExactly("Running");
    }

    @Test
    void staysWhenTaintsDriveOthersOff() {
        create(PODS, """
                {"metadata":{"name":"driven"},"spec":{"containers":[{"name":"nginx","image":"nginx:1.25"}]}}""");
        world.advance(Duration.ofSeconds(2));
        List<String> before = uids(pods("kube-system"));
        call(() -> client().patch(
                        Target.object(NODES, "", "node-1"),
                        PatchType.MERGE,
                        new Body.Encoded("{\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoExecute\"}]}}"
                                .getBytes(StandardCharsets.UTF_8)),
                        WriteOptions.DEFAULT));
        world.advance(Duration.ofMinutes(2));
        assertThat(pods("default")).isEmpty();
        assertThat(uids(pods("kube-system"))).isEqualTo(before);
    }

    @Test
    void comesBackAfterAnEviction() {
        String before = pod(MANAGER).getMetadata().getUid();
        call(() -> client().create(
                        Target.object(PODS, "kube-system", MANAGER).subresource("eviction"),
                        new Body.Encoded(
                                ("{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\""
                                                + MANAGER + "\"}}")
                                        .getBytes(StandardCharsets.UTF_8)),
                        WriteOptions.DEFAULT));
        world.advance(Duration.ofSeconds(1));
        assertThat(pod(MANAGER).getMetadata().getUid()).isNotEqualTo(before);
        assertThat(pod(MANAGER).getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void goesWithItsNodeAndStaysAway() {
        delete(NODES, "", "node-1", OptionalLong.empty());
        world.advance(Duration.ofMinutes(2));
        assertThat(pods("kube-system")).isEmpty();
    }

    @Test
    void isNotCollectedWithOrdinaryPodsOfNodesThatAreGone() {
        String bound = """
                {"metadata":{"name":"%s","annotations":{%s}},"spec":{"nodeName":"elsewhere","containers":
                [{"name":"nginx","image":"nginx:1.25"}]}}""";
        create(PODS, bound.formatted("ordinary", ""));
        create(PODS, bound.formatted("mirror", "\"kubernetes.io/config.mirror\":\"x\""));
        world.advance(Duration.ofMinutes(5));
        assertThat(names(pods("default"))).containsExactly("mirror");
    }

    @Test
    void aLaterProcessTakesUpThePodsOfAnEarlierOne() {
        List<String> before = uids(pods("kube-system"));
        call(() -> {
            plane.close();
            return true;
        });
        plane = start(1);
        assertThat(uids(pods("kube-system"))).isEqualTo(before);
        assertThat(pods("kube-system")).allSatisfy(pod -> {
            assertThat(container(pod).getRestartCount()).isEqualTo(1);
            assertThat(container(pod).getLastState().getTerminated().getReason())
                    .isEqualTo("Unknown");
        });
    }

    @Test
    void isQuietWhenAllIsTold() {
        world.advance(Duration.ofSeconds(30));
        List<String> before = versions();
        world.advance(Duration.ofMinutes(30));
        assertThat(versions()).isEqualTo(before);
    }

    private List<String> versions() {
        return pods("kube-system").stream()
                .map(pod -> pod.getMetadata().getResourceVersion())
                .toList();
    }
}
