package dev.setpoint.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreContract;
import dev.setpoint.store.StoreOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {
    @Override
    protected Env createEnv() {
        return RealEnv.create("test");
    }

    @Override
    protected Store open(Env env, StoreOptions options) {
        return MemoryStore.open(env, options);
    }

    @Test
    void forksMayEachMeetNewResources() {
        try (Env env = createEnv()) {
            Snapshot empty = MemoryStore.open(env, StoreOptions.defaults()).snapshot();
            Store first = MemoryStore.fork(env, StoreOptions.defaults(), empty);
            Store second = MemoryStore.fork(env, StoreOptions.defaults(), empty);
            commit(first, "pods");
            commit(first, "secrets");

            commit(second, "secrets");
            Key pod = commit(second, "pods");

            assertThat(second.snapshot().find(pod)).isPresent();
        }
    }

    private static Key commit(Store store, String resource) {
        Key key = new Key(resource, "default", "a");
        assertThat(store.commit(new Commit(
                        List.of(new Commit.Condition(key, 0)),
                        List.of(new Commit.Put(key, Header.EMPTY, new byte[0], -1)))))
                .isInstanceOf(CommitResult.Committed.class);
        return key;
    }
}
