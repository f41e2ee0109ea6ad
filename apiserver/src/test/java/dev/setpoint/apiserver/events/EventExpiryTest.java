package dev.setpoint.apiserver.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventExpiryTest {
    private final BatonEnv env = BatonEnv.create(1);
    private final Store store = env.call(() -> MemoryStore.open(env.child("store"), StoreOptions.defaults()));

    @AfterEach
    void stop() {
        env.close();
    }

    @Test
    void anEventLivesForAnHour() {
        new EventExpiry(env, store).start();
        put("events", "a");
        env.advance(Duration.ofMinutes(30));
        put("events", "b");
        env.advance(Duration.ofMinutes(29));
        assertThat(names("events")).containsExactly("a", "b");
        env.advance(Duration.ofMinutes(2));
        assertThat(names("events")).containsExactly("b");
        env.advance(Duration.ofMinutes(30));
        assertThat(names("events")).isEmpty();
    }

    @Test
    void whatIsWrittenAgainLivesForAnotherHour() {
        new EventExpiry(env, store).start();
        put("events", "a");
        env.advance(Duration.ofMinutes(50));
        put("events", "a");
        env.advance(Duration.ofMinutes(58));
        assertThat(names("events")).containsExactly("a");
        env.advance(Duration.ofMinutes(4));
        assertThat(names("events")).isEmpty();
    }

    @Test
    void aRestartForgetsNothing() {
        BatonEnv before = env.child("before");
        new EventExpiry(before, store).start();
        put("events", "a");
        env.advance(Duration.ofMinutes(40));
        env.kill(before);
        put("events", "b");
        new EventExpiry(env, store).start();
        env.advance(Duration.ofMinutes(22));
        assertThat(names("events")).containsExactly("b");
        env.advance(Duration.ofMinutes(40));
        assertThat(names("events")).isEmpty();
    }

    @Test
    void nothingElseExpires() {
        new EventExpiry(env, store).start();
        put("configmaps", "a");
        env.advance(Duration.ofHours(5));
        assertThat(names("configmaps")).containsExactly("a");
    }

    private void put(String resource, String name) {
        Instant now = env.wallTime();
        byte[] bytes = """
                {"metadata":{"creationTimestamp":"%s","managedFields":[{"time":"%s"}]}}""".formatted(now, now).getBytes(StandardCharsets.UTF_8);
        Key key = new Key(resource, "default", name);
        env.call(() -> store.commit(new Commit(List.of(), List.of(new Commit.Put(key, Header.EMPTY, bytes, -1)))));
    }

    private List<String> names(String resource) {
        List<String> names = new ArrayList<>();
        store.snapshot()
                .iterate(resource, "")
                .forEachRemaining(stored -> names.add(stored.key().name()));
        return names;
    }
}
