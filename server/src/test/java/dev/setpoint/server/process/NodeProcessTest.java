package dev.setpoint.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Nodes over a real API server, with the rights of nodes.
class NodeProcessTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final int MANY = 60;

    private final BatonEnv world = BatonEnv.create(7);
    private final Store store = MemoryStore.open(world.child("store"), StoreOptions.defaults());
    private final ApiServerProcess apiServer = new ApiServerProcess(
            world.child("kube-apiserver"),
            store,
            ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()),
            Journal.SILENT);
    private final Client admin = apiServer.transport().of(world, "test").as(User.API_SERVER);
    /// What nodes were refused, and what they wrote about pods.
    private final List<String> refused = new ArrayList<>();

    private final List<String> reports = new ArrayList<>();

    @BeforeEach
    void begin() {
        world.call(() -> {
            apiServer.bootstrap(new ApiServerProcess.Beginnings(Optional.empty(), () -> 6443, 2, 2));
            return create(ACCOUNTS, "{\"metadata\":{\"name\":\"default\"}}");
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    /// Listens to what a node says.
    private final class Heard extends ForwardingClient {
        Heard(Client client) {
            super(client);
        }

        @Override
        public ObjectList list(Target collection, ListOptions options) {
            try {
                return super.list(collection, options);
            } catch (ApiException e) {
                refused.add(e.getMessage());
                throw e;
            }
        }

        @Override
        public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
            if (target.resource().equals(PODS) && body instanceof Body.Tree(var json)) {
                reports.add(json.toString());
            }
            return super.patch(target, type, body, options);
        }
    }

    private Stored create(GroupVersionResource resource, String json) {
        return admin.create(
                Target.collection(resource, "default"),
                new Body.Encoded(json.getBytes(StandardCharsets.UTF_8)),
                WriteOptions.DEFAULT);
    }

    private void start(String process, NodeOptions options) {
        BatonEnv env = world.child(process);
        Transport heard = (caller, userAgent) ->
                user -> new Heard(apiServer.transport().of(caller, userAgent).as(user));
        new NodeProcess(new Surroundings(env, heard, new Metrics(), Journal.SILENT), options, List.of()).start();
        world.advance(Duration.ofSeconds(1));
    }

    private void runPods(int count, String node) {
        world.call(() -> {
            for (int i = 0; i < count; i++) {
                create(PODS, """
                        {"metadata":{"name":"%1$s-%2$d"},"spec":{"nodeName":"%1$s",
                        "containers":[{"name":"c","image":"i"}]}}""".formatted(node, i));
            }
            return true;
        });
        world.advance(Duration.ofSeconds(5));
    }

    private long running(String node) {
        List<Stored> pods = new ArrayList<>();
        store.snapshot().iterate("pods", "default").forEachRemaining(pods::add);
        return pods.stream()
                .filter(pod -> node.equals(pod.header().fields().get("spec.nodeName")))
                .filter(pod -> "Running".equals(pod.header().fields().get("status.phase")))
                .count();
    }

    private long creating() {
        return reports.stream()
                .filter(report -> report.contains("ContainerCreating"))
                .count();
    }

    @Test
    void oneNodeRunsItsOwnPodsWithItsOwnRights() {
        start("first", NodeOptions.of(1));
        start("second", NodeOptions.of(1).startingAt(2));
        runPods(3, "node-1");
        runPods(2, "node-2");
        assertThat(refused).isEmpty();
        assertThat(running("node-1")).isEqualTo(3);
        assertThat(running("node-2")).isEqualTo(2);
    }

    @Test
    void manyNodesShareOneWatchOfAllPods() {
        start("nodes", NodeOptions.of(2));
        runPods(3, "node-1");
        runPods(2, "node-2");
        assertThat(refused).isEmpty();
        assertThat(running("node-1") + running("node-2")).isEqualTo(5);
    }

    @Test
    void reportsEachPodThatIsCreatedHoweverManyWait() {
        runPods(MANY, "node-1");
        start("nodes", NodeOptions.of(1)); // So that all wait at once.
        world.advance(Duration.ofSeconds(5));
        assertThat(creating()).isEqualTo(MANY);
        assertThat(running("node-1")).isEqualTo(MANY);
    }

    @Test
    void savesReportsWhereThatIsAskedFor() {
        runPods(MANY, "node-1");
        start("nodes", NodeOptions.of(1).reporting(NodeOptions.StartReports.UNLESS_MANY_WAIT));
        world.advance(Duration.ofSeconds(5));
        assertThat(creating()).isBetween(1L, MANY - 10L);
        assertThat(running("node-1")).isEqualTo(MANY);
    }
}
