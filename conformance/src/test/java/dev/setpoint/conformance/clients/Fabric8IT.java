package dev.setpoint.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The fabric8 client.
@ExtendWith(ClusterExtension.class)
class Fabric8IT {
    private static final long PATIENCE_SECONDS = 60;

    private static KubernetesClient client(Cluster cluster, String namespace) {
        try {
            Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
            config.setNamespace(namespace);
            KubernetesClient client =
                    new KubernetesClientBuilder().withConfig(config).build();
            client.namespaces()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .create();
            return client;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    @Test
    void createsAndPatches(Cluster cluster) {
        try (KubernetesClient client = client(cluster, "fabric8-patch")) {
            ConfigMap created = client.configMaps().resource(map("a", "1")).create();
            assertThat(created.getMetadata().getUid()).isNotEmpty();
            assertThatThrownBy(() -> client.configMaps().resource(map("a", "1")).create())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(409));
            client.configMaps()
                    .withName("a")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"key\":\"2\"}}");
            client.configMaps()
                    .withName("a")
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"more\":\"3\"}}");
            client.configMaps()
                    .withName("a")
                    .patch(
                            PatchContext.of(PatchType.JSON),
                            "[{\"op\":\"add\",\"path\":\"/data/last\",\"value\":\"4\"}]");
            assertThat(client.configMaps().withName("a").get().getData())
                    .isEqualTo(Map.of("key", "2", "more", "3", "last", "4"));
            client.configMaps()
                    .withName("a")
                    .edit(found ->
                            new ConfigMapBuilder(found).removeFromData("last").build());
            assertThat(client.configMaps().withName("a").get().getData()).doesNotContainKey("last");
            client.configMaps().withName("a").delete();
            assertThat(client.configMaps().withName("a").get()).isNull();
        }
    }

    @Test
    void appliesOnTheServer(Cluster cluster) {
        try (KubernetesClient client = client(cluster, "fabric8-apply")) {
            client.configMaps().resource(map("a", "1")).fieldManager("one").serverSideApply();
            assertThatThrownBy(() -> client.configMaps()
                            .resource(map("a", "2"))
                            .fieldManager("two")
                            .serverSideApply())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(409))
                    .hasMessageContaining("conflict with \"one\": .data.key");
            ConfigMap forced = client.configMaps()
                    .resource(map("a", "2"))
                    .fieldManager("two")
                    .forceConflicts()
                    .serverSideApply();
            assertThat(forced.getData()).isEqualTo(Map.of("key", "2"));
        }
    }

    @Test
    void watchesThroughAnInformer(Cluster cluster) throws InterruptedException {
        try (KubernetesClient client = client(cluster, "fabric8-watch")) {
            client.configMaps().resource(map("before", "1")).create();
            BlockingQueue<String> seen = new LinkedBlockingQueue<>();
            try (SharedIndexInformer<ConfigMap> informer = client.configMaps().inform(recording(seen))) {
                client.configMaps().resource(map("after", "1")).create();
                client.configMaps()
                        .withName("after")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"key\":\"2\"}}");
                client.configMaps().withName("after").delete();
                await(seen, "added before");
                await(seen, "added after");
                await(seen, "updated after");
                await(seen, "deleted after");
                assertThat(informer.getStore().getByKey("fabric8-watch/before")).isNotNull();
            }
        }
    }

    private static ResourceEventHandler<ConfigMap> recording(BlockingQueue<String> seen) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap added) {
                seen.add("added " + added.getMetadata().getName());
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap after) {
                seen.add("updated " + after.getMetadata().getName());
            }

            @Override
            public void onDelete(ConfigMap deleted, boolean unknown) {
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
        try (KubernetesClient client = client(cluster, "fabric8-lead")) {
            CompletableFuture<?> first = elector(client, "first", new CompletableFuture<>());
            CompletableFuture<String> second = new CompletableFuture<>();
            CompletableFuture<?> waiting = elector(client, "second", second);
            client.leases()
                    .withName("lock")
                    .waitUntilCondition(
                            lease -> lease != null
                                    && "first".equals(lease.getSpec().getHolderIdentity()),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
            assertThat(second).isNotDone();
            first.cancel(true); // It gives the lease back.
            assertThat(second.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join())
                    .isEqualTo("leads");
            assertThat(client.leases().withName("lock").get().getSpec().getHolderIdentity())
                    .isEqualTo("second");
            waiting.cancel(true);
        }
    }

    private static CompletableFuture<?> elector(
            KubernetesClient client, String identity, CompletableFuture<String> leads) {
        CompletableFuture<?> running = client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName("lock")
                        .withLock(new LeaseLock("fabric8-lead", "lock", identity))
                        .withLeaseDuration(Duration.ofSeconds(5))
                        .withRenewDeadline(Duration.ofSeconds(3))
                        .withRetryPeriod(Duration.ofMillis(200))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(() -> leads.complete("leads"), () -> {}, _ -> {}))
                        .build())
                .build()
                .start();
        if (identity.equals("first")) {
            leads.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }
        return running;
    }
}
