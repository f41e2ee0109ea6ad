package dev.setpoint.conformance.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.server.ControlPlane;
import dev.setpoint.store.Snapshot;
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
import org.junit.jupiter.api.Test;

/// A control plane that has done its work is quiet: for five minutes of a converged cluster nothing is written but the
/// heartbeats of nodes and Leases.
class QuietTest {
    private static final GroupVersionResource DEPLOYMENTS = new GroupVersionResource("apps", "v1", "deployments");
    private static final List<String> HEARTBEATS = List.of("leases.coordination.k8s.io", "nodes");

    private static final int SIZE = Boolean.getBoolean("setpoint.nightly") ? 1000 : 100;
    private static final int PODS_OF_A_NODE = 100;

    @Test
    void aConvergedClusterWritesNothingButHeartbeats() {
        try (BatonEnv env = BatonEnv.create(BatonOptions.firstCome(1).withStepLimit(Long.MAX_VALUE))) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            SigningKeys keys = SigningKeys.create(Instant.EPOCH, new SecureRandom());
            ControlPlane plane = new ControlPlane(env, store, new ControlPlane.Settings(keys, SIZE / PODS_OF_A_NODE));
            Client client = plane.client("test");
            env.call(() -> {
                plane.start(Optional.of("10.0.0.1"), () -> 6443);
                for (int number = 0; number < SIZE; number++) {
                    client.create(
                            Target.collection(DEPLOYMENTS, "default"),
                            new Body.Encoded(deployment("d" + number)),
                            WriteOptions.DEFAULT);
                }
                return true;
            });
            assertThat(env.advanceUntil(Duration.ofMinutes(5), () -> available(store) == SIZE))
                    .as("all Deployments are available")
                    .isTrue();
            // The last words: events wait for their turn.
            env.advance(Duration.ofMinutes(2));
            Snapshot before = store.snapshot();
            env.advance(Duration.ofMinutes(5));
            assertThat(changed(before, store.snapshot())).isEqualTo(HEARTBEATS);
            plane.close();
            store.close();
        }
    }

    private static byte[] deployment(String name) {
        return """
                {"metadata":{"name":"%1$s"},"spec":{"replicas":1,"selector":{"matchLabels":{"app":"%1$s"}},
                "template":{"metadata":{"labels":{"app":"%1$s"}},
                "spec":{"containers":[{"name":"c","image":"nginx:1.25"}]}}}}""".formatted(name).getBytes(StandardCharsets.UTF_8);
    }

    private static int available(Store store) {
        int[] available = new int[1];
        store.snapshot().iterate("deployments.apps", "").forEachRemaining(stored -> {
            if (new String(stored.bytes(), StandardCharsets.UTF_8).contains("\"availableReplicas\":1")) {
                available[0]++;
            }
        });
        return available[0];
    }

    /// The resources of which anything was written or deleted.
    private static List<String> changed(Snapshot before, Snapshot after) {
        List<String> changed = new ArrayList<>();
        for (ResourceType type : ResourceTable.builtIn().types()) {
            String resource = type.storageResource().groupResource().toString();
            if (type.stored() && !before.mark(resource).equals(after.mark(resource)) && !changed.contains(resource)) {
                changed.add(resource);
            }
        }
        return changed.stream().sorted().toList();
    }
}
