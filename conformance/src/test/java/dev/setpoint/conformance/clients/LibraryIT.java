package dev.setpoint.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Our own library in a process of its own: over HTTPS.
@ExtendWith(ClusterExtension.class)
class LibraryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAMESPACE = "library";
    private static final ObjectKey PARENT = new ObjectKey(NAMESPACE, "parent");

    private final Env env = RealEnv.create("library-it");

    @SuppressWarnings("NullAway.Init") // Before each test.
    private HttpsClient client;

    @BeforeEach
    void connect(Cluster cluster) throws IOException {
        Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
        client = HttpsClient.connect(env, config, "library-it");
        TypedClient<Namespace> namespaces = Typed.of(Namespace.class).over(client);
        if (namespaces.find(ObjectKey.cluster(NAMESPACE)).isEmpty()) {
            namespaces.create(new NamespaceBuilder()
                    .withNewMetadata()
                    .withName(NAMESPACE)
                    .endMetadata()
                    .build());
        }
    }

    @AfterEach
    void close() {
        client.close();
        env.close();
    }

    @Test
    void runsAControllerUnchanged() {
        Controller<ObjectKey> controller = Controller.of(ConfigMap.class)
                .named("library")
                .when(change -> change.key().equals(PARENT))
                .owns(Secret.class)
                .finalizer("example.com/library", (parent, context) -> {
                    context.owned(Secret.class).forEach(context::delete);
                    return context.owned(Secret.class).isEmpty()
                            ? Outcome.DONE
                            : Outcome.checkAgain(Duration.ofMillis(100));
                })
                .reconcile((parent, context) -> {
                    context.apply(new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace(NAMESPACE)
                            .withName("child")
                            .endMetadata()
                            .addToStringData("value", parent.getData().get("value"))
                            .build());
                    return Outcome.DONE;
                });
        TypedClient<ConfigMap> parents = Typed.of(ConfigMap.class).over(client);
        TypedClient<Secret> children = Typed.of(Secret.class).over(client);
        try (Loops loops = new Loops(env.child("operator"), client, new Metrics())) {
            loops.add(controller);
            loops.start();
            parents.create(parent("1"));
            ObjectKey child = new ObjectKey(NAMESPACE, "child");
            assertThat(becomes(() -> children.find(child).isPresent())).isTrue();

            children.delete(child, DeleteOptions.DEFAULT);
            assertThat(becomes(() -> children.find(child).isPresent())).isTrue();

            parents.delete(parents.get(PARENT));
            assertThat(becomes(() -> parents.find(PARENT).isEmpty())).isTrue();
            assertThat(children.find(child)).isEmpty();
        }
    }

    @Test
    void failsInTheSameWords() {
        TypedClient<ConfigMap> maps = Typed.of(ConfigMap.class).over(client);
        GroupResource resource = new GroupResource("", "configmaps");
        assertThat(failure(() -> maps.get(new ObjectKey(NAMESPACE, "none"))))
                .isEqualTo(new ApiError.NotFound(resource, "none"));
        ConfigMap created = maps.create(new ConfigMapBuilder(parent("1"))
                .editMetadata()
                .withName("twice")
                .endMetadata()
                .build());
        assertThat(failure(() -> maps.create(new ConfigMapBuilder(created)
                        .editMetadata()
                        .withResourceVersion(null)
                        .endMetadata()
                        .build())))
                .isEqualTo(new ApiError.AlreadyExists(resource, "twice", false));
        maps.update(new ConfigMapBuilder(created).addToData("value", "2").build());
        assertThat(failure(() -> maps.update(
                        new ConfigMapBuilder(created).addToData("value", "3").build())))
                .isInstanceOf(ApiError.Conflict.class);
        assertThat(failure(() -> {
                    try (Watch watch = client.watch(maps.typed().collection(NAMESPACE), WatchOptions.from(1))) {
                        watch.next(PATIENCE);
                    }
                }))
                .isInstanceOf(ApiError.Expired.class);
        assertThat(maps.list(NAMESPACE, ListOptions.fields("metadata.name=twice")))
                .hasSize(1);
    }

    @Test
    void saysThatTheServerCannotBeReached() {
        Config nowhere = Config.empty();
        nowhere.setMasterUrl("https://127.0.0.1:1/");
        try (HttpsClient lost = HttpsClient.connect(env, nowhere, "library-it")) {
            assertThat(failure(() -> lost.get(Typed.of(ConfigMap.class).object(PARENT))))
                    .isInstanceOf(ApiError.Unanswered.class);
        }
    }

    private static ConfigMap parent(String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(PARENT.name())
                .endMetadata()
                .addToData("value", value)
                .build();
    }

    private static ApiError failure(Runnable call) {
        ApiException[] caught = new ApiException[1];
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ApiException.class, exception -> caught[0] = exception);
        return caught[0].error();
    }

    private boolean becomes(BooleanSupplier condition) {
        long end = env.monotonicNanos() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (env.monotonicNanos() > end) {
                return false;
            }
            env.sleep(Duration.ofMillis(20));
        }
        return true;
    }
}
