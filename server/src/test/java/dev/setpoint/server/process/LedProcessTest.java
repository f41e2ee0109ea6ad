package dev.setpoint.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.journal.Journals;
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

/// Two processes that want to do the same, over one API server, on the stepped clock.
class LedProcessTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final GroupVersionResource MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final GroupVersionResource REPLICA_SETS = new GroupVersionResource("apps", "v1", "replicasets");
    private static final byte[] REPLICA_SET = """
            {"metadata":{"name":"demo"},"spec":{"replicas":3,"selector":{"matchLabels":{"app":"demo"}},"template":
            {"metadata":{"labels":{"app":"demo"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.25"}]}}}}""".getBytes(StandardCharsets.UTF_8);

    private final BatonEnv world = BatonEnv.create(5);
    private final Store store = MemoryStore.open(world.child("store"), StoreOptions.defaults());
    private final ApiServer apiServer = new ApiServer(
            world.child("kube-apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
    private final Journals journals =
            Journals.inMemory(world.child("logs"), List.of(ControllerDuty.NAME, SchedulerDuty.NAME));
    private final Client admin = apiServer.client(world, User.API_SERVER, "test");

    @BeforeEach
    void begin() {
        world.call(() -> {
            new Bootstrap(world, admin, apiServer.resources()).run(Optional.of("10.0.0.1"), 6443, world.wallTime());
            store.beginHistory();
            return true;
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    /// A process that writes what it is told to, for as long as it thinks that it leads.
    private final class Scribe implements Duty {
        final BatonEnv env;
        final BoundedQueue<String> names;
        final List<String> written = new ArrayList<>();
        final List<ApiError> refused = new ArrayList<>();

        Scribe(String identity) {
            env = world.child(identity);
            names = env.queue(10);
            led(env, new Metrics(), identity, this);
            world.settle();
        }

        @Override
        public String name() {
            return SchedulerDuty.NAME;
        }

        @Override
        public Work begin(Env life, ClientFactory clients) {
            Client client = clients.as(User.API_SERVER);
            var task = life.start("scribe", TaskKind.LIGHT, () -> {
                while (true) {
                    names.take(Duration.ofDays(1)).ifPresent(name -> write(client, name));
                }
            });
            return new Work(new Loops(life, client, new Metrics()), task::cancel);
        }

        private void write(Client client, String name) {
            try {
                client.create(Target.collection(MAPS, "default"), map(name), WriteOptions.DEFAULT);
                written.add(name);
            } catch (ApiException e) {
                refused.add(e.error());
            }
        }
    }

    private static Body map(String name) {
        return new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", name)));
    }

    private String holder(String lease) {
        return world.call(() -> new String(
                admin.get(Target.object(
                                new GroupVersionResource("coordination.k8s.io", "v1", "leases"), "kube-system", lease))
                        .filled(),
                StandardCharsets.UTF_8));
    }

    private long count(String resource, String namespace) {
        List<String> names = new ArrayList<>();
        store.snapshot()
                .iterate(resource, namespace)
                .forEachRemaining(object -> names.add(object.key().name()));
        return names.size();
    }

    @Test
    void refusesTheWriteOfALeaderThatStoodStill() {
        Scribe first = new Scribe("first");
        Scribe second = new Scribe("second");
        assertThat(first.names.offer("while-leading")).isTrue();
        world.settle();
        assertThat(first.written).containsExactly("while-leading");

        world.freeze(first.env);
        assertThat(first.names.offer("after-deposition")).isTrue(); // It has made up its mind, but does not get to it.
        world.advance(Duration.ofSeconds(20));
        assertThat(holder("kube-scheduler")).contains("\"holderIdentity\":\"second\"");
        world.thaw(first.env);
        world.settle();

        assertThat(first.refused).singleElement().isInstanceOfSatisfying(ApiError.Conflict.class, conflict -> {
            assertThat(conflict.name()).isEqualTo("kube-scheduler");
            assertThat(conflict.toString()).contains("\"first\" does not lead in term 0 any more");
        });
        assertThat(first.written).containsExactly("while-leading");
        assertThat(second.names.offer("by-the-new-leader")).isTrue();
        world.settle();
        assertThat(second.written).containsExactly("by-the-new-leader");
        assertThat(second.refused).isEmpty();
    }

    @Test
    void renewalsDoNotDisturbWrites() {
        Scribe only = new Scribe("only");
        for (int i = 0; i < 200; i++) {
            assertThat(only.names.offer("map-" + i)).isTrue();
            world.advance(Duration.ofMillis(170));
        }
        assertThat(only.refused).isEmpty();
        assertThat(only.written).hasSize(200);
    }

    @Test
    void takesUpTheWorkOfOneThatDied() {
        BatonEnv first = controllers("first");
        controllers("second");
        world.advance(Duration.ofSeconds(5)); // The default service account is there.
        world.kill(first);
        world.call(() -> admin.create(
                Target.collection(REPLICA_SETS, "default"), new Body.Encoded(REPLICA_SET), WriteOptions.DEFAULT));
        world.advance(Duration.ofSeconds(10));
        assertThat(count("pods", "default")).as("nobody leads").isZero();
        assertThat(world.advanceUntil(Duration.ofSeconds(15), () -> count("pods", "default") == 3))
                .isTrue();
        world.advance(Duration.ofMinutes(1));
        assertThat(count("pods", "default")).as("none created twice").isEqualTo(3);
    }

    private BatonEnv controllers(String identity) {
        BatonEnv env = world.child(identity);
        Metrics metrics = new Metrics();
        led(env, metrics, identity, new ControllerDuty(metrics, Signing.with(() -> KEYS)));
        world.settle();
        return env;
    }

    private void led(BatonEnv env, Metrics metrics, String identity, Duty duty) {
        Transport transport = (process, userAgent) -> user -> apiServer.client(process, user, userAgent);
        Surroundings around = new Surroundings(env, transport, metrics, journals.of(duty.name()));
        new LedProcess(around, new Candidacy(identity, LeaseTiming.DEFAULT), duty).start();
    }
}
