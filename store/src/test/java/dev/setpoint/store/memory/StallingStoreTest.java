package dev.setpoint.store.memory;

import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreContract;
import dev.setpoint.store.StoreOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The whole contract for the writer of a store, on virtual time.
class StallingStoreTest extends StoreContract {
    @Override
    protected Env createEnv() {
        return BatonEnv.create(1);
    }

    @Override
    protected Store open(Env env, StoreOptions options) {
        return StallingStore.fork(env, options, MemoryStore.open(env, options).snapshot());
    }

    @Test
    void whoCommitsWaitsWhileItIsFrozen() {
        try (var world = BatonEnv.create(1)) {
            var empty = MemoryStore.open(world, StoreOptions.defaults()).snapshot();
            var disk = world.child("disk");
            var store = StallingStore.fork(disk, StoreOptions.defaults(), empty);
            world.freeze(disk);
            var answer = world.submit("commit", () -> store.commit(write(put(pod("ns", "a"), "x"))));
            world.advance(Duration.ofSeconds(6));
            assertThat(answer).isNotDone();
            world.thaw(disk);
            world.settle();
            assertThat(answer.join()).isInstanceOf(CommitResult.Committed.class);
        }
    }
}
