package dev.setpoint.cli.bundle;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.bootstrap.Beginning;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.time.Instant;

/// A cluster of which nothing is known yet but that it is one.
public final class NewCluster {
    /// No object has this time for any other reason than that it was made then.
    private static final Instant TIME = Instant.parse("2001-02-03T04:05:06Z");

    private NewCluster() {}

    /// Made by an API server in memory.
    public static Beginning beginning() {
        try (BatonEnv env = BatonEnv.create(BatonOptions.firstCome(1).withStart(TIME))) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            ServiceAccountTokens unused = new ServiceAccountTokens(() -> {
                throw new IllegalStateException("a token was asked for (expected: nobody there who would)");
            });
            ApiServer server = new ApiServer(
                    env.child("kube-apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), unused));
            env.call(() -> {
                new Bootstrap(env, server.client(env, User.API_SERVER, "kube-apiserver"), server.resources()).begin();
                return true;
            });
            return Beginning.of(store.snapshot(), ResourceTable.builtIn(), TIME);
        }
    }
}
