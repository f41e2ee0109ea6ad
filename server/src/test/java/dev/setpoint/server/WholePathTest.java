package dev.setpoint.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// From a Deployment to running pods and back, with every part of the control plane on the baton: no
/// thread, no clock and no random number but those of the seed.
class WholePathTest {
    private static final GroupVersionResource DEPLOYMENTS = new GroupVersionResource("apps", "v1", "deployments");
    private static final GroupVersionResource REPLICA_SETS = new GroupVersionResource("apps", "v1", "replicasets");
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final String DEPLOYMENT = """
            {"metadata":{"name":"demo"},"spec":{"replicas":3,"selector":{"matchLabels":{"app":"demo"}},"template":
            {"metadata":{"labels":{"app":"demo"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.25"}]}}}}""";

    /// The same for every run: its certificate is in the store.
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());

    @Test
    void givesTheSameTraceForTheSameSeed() {
        String first = run(42);
        assertThat(run(42)).isEqualTo(first);
        assertThat(run(43)).isNotEqualTo(first);
    }

    /// Creates a Deployment, waits until its pods run, deletes one, waits for its replacement, deletes the
    /// Deployment, and waits until nothing of it is left.
    ///
    /// @return a hash of every choice that was made and of every byte that the store then holds
    private static String run(long seed) {
        TraceHash trace = new TraceHash();
        try (BatonEnv env = BatonEnv.create(BatonOptions.random(seed).withTrace(trace))) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            ControlPlane plane = new ControlPlane(env, store, new ControlPlane.Settings(KEYS, 1));
            Client client = plane.client("test");
            env.call(() -> {
                plane.start(Optional.of("10.0.0.1"), () -> 6443);
                return client.create(
                        Target.collection(DEPLOYMENTS, "default"),
                        new Body.Encoded(DEPLOYMENT.getBytes(StandardCharsets.UTF_8)),
                        WriteOptions.DEFAULT);
            });
            assertThat(env.advanceUntil(Duration.ofMinutes(1), () -> running(store) == 3))
                    .as("three pods run; seed %d", seed)
                    .isTrue();
            Stored victim = pods(store).getFirst();
            env.call(() -> {
                client.delete(
                        Target.object(PODS, "default", victim.key().name()),
                        DeleteOptions.exactly(victim.header().uid()));
                return victim;
            });
            assertThat(env.advanceUntil(
                            Duration.ofMinutes(1),
                            () -> running(store) == 3
                                    && pods(store).size() == 3
                                    && !pods(store).contains(victim)))
                    .as("the deleted pod is replaced; seed %d", seed)
                    .isTrue();
            env.call(() -> {
                client.delete(
                        Target.object(DEPLOYMENTS, "default", "demo"),
                        new DeleteOptions(
                                DeleteOptions.Propagation.BACKGROUND,
                                OptionalLong.empty(),
                                Optional.empty(),
                                Optional.empty()));
                return victim;
            });
            assertThat(env.advanceUntil(
                            Duration.ofMinutes(2),
                            () -> pods(store).isEmpty() && count(client, env, REPLICA_SETS) == 0))
                    .as("nothing is left; seed %d", seed)
                    .isTrue();
            String state = contents(store);
            plane.close();
            store.close();
            return trace.hex() + "\n" + state;
        }
    }

    private static long running(Store store) {
        return pods(store).stream()
                .filter(pod -> "Running".equals(pod.header().fields().get("status.phase")))
                .filter(pod -> !pod.header().deleting())
                .count();
    }

    private static List<Stored> pods(Store store) {
        List<Stored> pods = new ArrayList<>();
        store.snapshot().iterate("pods", "default").forEachRemaining(pods::add);
        return pods;
    }

    private static int count(Client client, BatonEnv env, GroupVersionResource resource) {
        return env.call(() -> client.list(Target.collection(resource, ""), ListOptions.ALL)
                .items()
                .size());
    }

    private static String contents(Store store) {
        TraceHash hash = new TraceHash();
        for (String resource : List.of("events", "leases.coordination.k8s.io", "nodes", "configmaps", "namespaces")) {
            Iterator<Stored> objects = store.snapshot().iterate(resource, "");
            while (objects.hasNext()) {
                hash.line(new String(objects.next().filled(), StandardCharsets.UTF_8));
            }
        }
        return hash.hex() + " after revision " + store.snapshot().revision();
    }
}
