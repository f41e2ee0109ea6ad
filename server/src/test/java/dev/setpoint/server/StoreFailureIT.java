package dev.setpoint.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Change;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.embedded.EmbeddedStore;
import dev.setpoint.store.embedded.Engine;
import dev.setpoint.store.history.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose store's writer meets an Error: it says so in every answer and in its health, and to whoever runs it.
class StoreFailureIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Target MAPS = Target.collection(new GroupVersionResource("", "v1", "configmaps"), "default");

    /// Keeps nothing, and runs out of memory when told to.
    private static final class Forgetful implements Engine {
        volatile boolean withoutMemory;

        @Override
        public State load() {
            return State.empty(FIRST_REVISION);
        }

        @Override
        public void append(List<Change> changes, long revision) {
            if (withoutMemory) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void aStoreThatHasFailedIsNoSecret(@TempDir Path folder) throws Exception {
        Forgetful engine = new Forgetful();
        ServerOptions options =
                new ServerOptions(folder, "127.0.0.1", 0, 0, ServerOptions.StoreKind.MEMORY, Optional.empty());
        try (Server server = Server.start(
                options, (env, _) -> EmbeddedStore.open(env.child("store"), StoreOptions.defaults(), () -> engine))) {
            Client client = server.controlPlane().client("test");
            create(client, "before");
            assertThat(health(server)).isEqualTo(200);
            assertThat(server.awaitFailure(Duration.ZERO)).isEmpty();

            engine.withoutMemory = true;
            assertThatThrownBy(() -> create(client, "lost"))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(e.error().outcomeUnknown()).isTrue());
            assertThat(server.awaitFailure(PATIENCE)).get().isInstanceOf(OutOfMemoryError.class);
            assertThatThrownBy(() -> create(client, "after"))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Unavailable.class))
                    .hasMessageContaining("the store has failed: java.lang.OutOfMemoryError: Java heap space");
            assertThatThrownBy(() -> client.get(Target.object(MAPS.resource(), "default", "before")))
                    .hasMessageContaining("the store has failed");
            assertThat(health(server)).isEqualTo(500);
        }
    }

    private static void create(Client client, String name) {
        client.create(
                MAPS,
                new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", name))),
                WriteOptions.DEFAULT);
    }

    private static int health(Server server) {
        return ServedDocuments.of(server.controlPlane(), 0)
                .find(new Documents.Query("/livez", Map.of(), List.of(), User.ANONYMOUS))
                .orElseThrow()
                .code();
    }
}
