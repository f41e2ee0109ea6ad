package dev.setpoint.apiserver.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The objects of a cluster, at its first start and at the next ones.
class BootstrapTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final List<Key> OF_THE_SERVER = List.of(
            new Key("endpoints", "default", "kubernetes"),
            new Key("endpointslices.discovery.k8s.io", "default", "kubernetes"));

    private final BatonEnv env = BatonEnv.create(8);
    private final Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
    private final ApiServer server = new ApiServer(
            env.child("kube-apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
    private final Client client = server.client(env, User.API_SERVER, "test");

    @AfterEach
    void end() {
        env.close();
    }

    private void start(String address, int port) {
        env.call(() -> {
            new Bootstrap(env, client, server.resources()).run(Optional.of(address), port, env.wallTime());
            return true;
        });
    }

    private String text(Key key) {
        Stored stored = store.snapshot().find(key).orElseThrow();
        return new String(stored.filled(), StandardCharsets.UTF_8);
    }

    @Test
    void tellsWhereTheServerIsReachedNow() {
        start("10.0.0.1", 6443);
        start("10.0.0.2", 7443);
        for (Key key : OF_THE_SERVER) {
            assertThat(text(key)).contains("10.0.0.2", "7443").doesNotContain("10.0.0.1", "6443");
        }
    }

    @Test
    void writesNothingWhenNothingHasChanged() {
        start("10.0.0.1", 6443);
        long before = store.snapshot().revision();
        start("10.0.0.1", 6443);
        assertThat(store.snapshot().revision()).isEqualTo(before);
    }

    /// Else whoever starts would wait for minutes for what has ended.
    @Test
    @Timeout(30)
    void anErrorEndsTheStart() {
        try (RealEnv real = RealEnv.create("bootstrap")) {
            assertThatThrownBy(() -> SideBySide.forEach(real, List.of("object"), _ -> {
                        throw new NoClassDefFoundError("seeded");
                    }))
                    .hasMessage("an object of a new cluster was not written")
                    .hasRootCauseMessage("seeded");
        }
    }
}
