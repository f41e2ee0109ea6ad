package dev.setpoint.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Beginning;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewClusterTest {
    private static final Beginning BEGINNING =
            Beginning.read(new ByteArrayInputStream(NewCluster.beginning().toBytes()));

    private final BatonEnv env = BatonEnv.create(7);
    private final Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());

    @AfterEach
    void end() {
        env.close();
    }

    @Test
    void isWhatTheApiWouldHaveMade() {
        Store made = MemoryStore.open(env.child("other"), StoreOptions.defaults());
        env.call(() -> {
            bootstrap(made).begin();
            BEGINNING.into(store, env);
            return true;
        });
        assertThat(texts(store)).hasSizeGreaterThan(150).isEqualTo(texts(made));
    }

    @Test
    void uidsAreNewAndAllDifferent() {
        env.call(() -> {
            BEGINNING.into(store, env);
            return true;
        });
        Set<String> uids = new HashSet<>();
        String before = new String(BEGINNING.toBytes(), StandardCharsets.UTF_8);
        objects(store).forEach((_, stored) -> {
            String uid = stored.header().uid();
            assertThat(uids.add(uid)).isTrue();
            assertThat(before).doesNotContain(uid);
            assertThat(text(stored)).contains("\"uid\":\"" + uid + "\"").doesNotContain("2001-02-03T04:05:06Z");
        });
    }

    @Test
    void leavesNothingToDo() {
        env.call(() -> {
            BEGINNING.into(store, env);
            return true;
        });
        long revision = store.snapshot().revision();
        env.call(() -> {
            bootstrap(store).begin();
            BEGINNING.into(store, env);
            return true;
        });
        assertThat(store.snapshot().revision()).isEqualTo(revision);
    }

    private Bootstrap bootstrap(Store store) {
        SigningKeys keys = SigningKeys.create(env.wallTime(), new SecureRandom());
        ApiServer server =
                new ApiServer(env, store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), keys.tokens()));
        Client client = server.client(env, User.of("root", User.MASTERS), "test");
        return new Bootstrap(env, client, server.resources());
    }

    /// By key, without what is different in every cluster.
    private static Map<String, String> texts(Store store) {
        Map<String, String> texts = new TreeMap<>();
        objects(store)
                .forEach((key, stored) ->
                        texts.put(key, text(stored).replace(stored.header().uid(), "uid")));
        return texts;
    }

    private static Map<String, Stored> objects(Store store) {
        Map<String, Stored> objects = new TreeMap<>();
        ResourceTable.builtIn()
                .types()
                .forEach(type -> store.snapshot()
                        .iterate(type.storageResource().groupResource().toString(), "")
                        .forEachRemaining(stored -> objects.put(stored.key().toString(), stored)));
        return objects;
    }

    private static String text(Stored stored) {
        return new String(stored.bytes(), StandardCharsets.UTF_8);
    }
}
