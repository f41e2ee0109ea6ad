package dev.setpoint.simulation;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Client;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.util.Optional;

/// The state of a cluster that has just been made: the objects that each one has, and nothing else.
public final class FreshCluster {
    private FreshCluster() {}

    /// The same in every JVM. Costs some milliseconds: keep it, and fork it.
    public static Snapshot snapshot() {
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            ApiServer apiServer = new ApiServer(env.child("kube-apiserver"), store, Ipv4Range.parse("10.96.0.0/16"));
            User user = User.of("system:kube-apiserver", User.MASTERS, "system:authenticated");
            Client client = apiServer.client(env, user, "kube-apiserver");
            env.call(() -> {
                new Bootstrap(client, apiServer.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
                return true;
            });
            store.beginHistory();
            Snapshot snapshot = store.snapshot();
            env.call(() -> {
                store.close();
                return true;
            });
            return snapshot;
        }
    }
}
