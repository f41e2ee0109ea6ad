package dev.setpoint.store.memory;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreContract;
import dev.setpoint.store.StoreOptions;

class MemoryStoreTest extends StoreContract {
    @Override
    protected Env createEnv() {
        return RealEnv.create("test");
    }

    @Override
    protected Store open(Env env, StoreOptions options) {
        return MemoryStore.open(env, options);
    }
}
