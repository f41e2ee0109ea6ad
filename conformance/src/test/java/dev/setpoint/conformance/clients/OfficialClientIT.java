package dev.setpoint.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.kubernetes.client.extended.leaderelection.LeaderElector;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NamespaceList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.options.PatchOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The official Java client.
@ExtendWith(ClusterExtension.class)
class OfficialClientIT {
    private static final long PATIENCE_SECONDS = 60;

    private static ApiClient client(Cluster cluster, String namespace) {
        try (Reader reader = Files.newBufferedReader(cluster.kubeconfig())) {
            ApiClient client =
                    ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(reader)).build();
            var created = new GenericKubernetesApi<>(
                            V1Namespace.class, V1NamespaceList.class, "", "v1", "namespaces", client)
                    .create(new V1Namespace().metadata(new V1ObjectMeta().name(namespace)));
            assertThat(created.isSuccess()).isTrue();
            return client;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static GenericKubernetesApi<V1ConfigMap, V1ConfigMapList> configMaps(ApiClient client) {
        return new GenericKubernetesApi<>(V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
    }

    private static V1ConfigMap map(String namespace, String name) {
        return new V1ConfigMap()
                .metadata(new V1ObjectMeta().namespace(namespace).name(name))
                .putDataItem("key", "1");
    }

    @Test
    void createsAndPatches(Cluster cluster) {
        var maps = configMaps(client(cluster, "official-patch"));
        assertThat(maps.create(map("official-patch", "a")).isSuccess()).isTrue();
        assertThat(maps.create(map("official-patch", "a")).getHttpStatusCode()).isEqualTo(409);
        for (Map.Entry<String, String> patch : Map.of(
                        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, "{\"data\":{\"merge\":\"1\"}}",
                        V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH, "{\"data\":{\"strategic\":\"1\"}}",
                        V1Patch.PATCH_FORMAT_JSON_PATCH, "[{\"op\":\"add\",\"path\":\"/data/json\",\"value\":\"1\"}]")
                .entrySet()) {
            assertThat(maps.patch("official-patch", "a", patch.getKey(), new V1Patch(patch.getValue()))
                            .isSuccess())
                    .as(patch.getKey())
                    .isTrue();
        }
        assertThat(maps.get("official-patch", "a").getObject().getData())
                .containsOnlyKeys("key", "merge", "strategic", "json");
        assertThat(maps.delete("official-patch", "a").isSuccess()).isTrue();
        assertThat(maps.get("official-patch", "a").getHttpStatusCode()).isEqualTo(404);
    }

    @Test
    void appliesOnTheServer(Cluster cluster) {
        var maps = configMaps(client(cluster, "official-apply"));
        assertThat(apply(maps, "one", "1")).isEqualTo(200); // It tells no kinds of success apart.
        assertThat(apply(maps, "two", "2")).isEqualTo(409);
        assertThat(apply(maps, "one", "2")).isEqualTo(200);
        assertThat(maps.get("official-apply", "a").getObject().getData()).isEqualTo(Map.of("key", "2"));
    }

    private static int apply(GenericKubernetesApi<V1ConfigMap, V1ConfigMapList> maps, String manager, String value) {
        PatchOptions options = new PatchOptions();
        options.setFieldManager(manager);
        return maps.patch(
                        "official-apply",
                        "a",
                        V1Patch.PATCH_FORMAT_APPLY_YAML,
                        new V1Patch("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                                + "\"data\":{\"key\":\"" + value + "\"}}"),
                        options)
                .getHttpStatusCode();
    }

    @Test
    void watchesThroughAnInformer(Cluster cluster) throws InterruptedException {
        ApiClient client = client(cluster, "official-watch");
        client.setReadTimeout(0); // A watch is silent as long as nothing happens.
        var maps = configMaps(client);
        maps.create(map("official-watch", "before"));
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        SharedInformerFactory factory = new SharedInformerFactory(client);
        SharedIndexInformer<V1ConfigMap> informer =
                factory.sharedIndexInformerFor(maps, V1ConfigMap.class, 0, "official-watch");
        informer.addEventHandler(recording(seen));
        factory.startAllRegisteredInformers();
        try {
            await(seen, "added before");
            maps.create(map("official-watch", "after"));
            await(seen, "added after");
            maps.update(map("official-watch", "after").putDataItem("key", "2"));
            await(seen, "updated after");
            maps.delete("official-watch", "after");
            await(seen, "deleted after");
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }

    private static ResourceEventHandler<V1ConfigMap> recording(BlockingQueue<String> seen) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(V1ConfigMap added) {
                seen.add("added " + added.getMetadata().getName());
            }

            @Override
            public void onUpdate(V1ConfigMap before, V1ConfigMap after) {
                seen.add("updated " + after.getMetadata().getName());
            }

            @Override
            public void onDelete(V1ConfigMap deleted, boolean unknown) {
                seen.add("deleted " + deleted.getMetadata().getName());
            }
        };
    }

    private static void await(BlockingQueue<String> seen, String wanted) throws InterruptedException {
        String next;
        do {
            next = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("waiting for " + wanted).isNotNull();
        } while (!wanted.equals(next));
    }

    @Test
    void electsALeader(Cluster cluster) {
        ApiClient client = client(cluster, "official-lead");
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        try (LeaderElector follower = elector(client, "second")) {
            try (LeaderElector leader = elector(client, "first")) {
                Thread.ofVirtual().start(() -> leader.run(() -> first.complete("leads"), () -> {}));
                assertThat(first.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join())
                        .isEqualTo("leads");
                Thread.ofVirtual().start(() -> follower.run(() -> second.complete("leads"), () -> {}));
                assertThat(second).isNotDone();
            } // Closed, it gives the lease back.
            assertThat(second.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join())
                    .isEqualTo("leads");
        }
    }

    private static LeaderElector elector(ApiClient client, String identity) {
        return new LeaderElector(new LeaderElectionConfig(
                new LeaseLock("official-lead", "lock", identity, client),
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                Duration.ofMillis(200)));
    }
}
