package dev.setpoint.simulation;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The state of a cluster that has just been made: the objects that each one has, and nothing else.
public final class FreshCluster {
    /// For whoever asks for a token. No token's bytes are in a trace: they would be others in each JVM.
    private static final SigningKeys KEYS = SigningKeys.create(BatonOptions.START, new SecureRandom());

    private static final User ROOT = User.of("system:kube-apiserver", User.MASTERS, "system:authenticated");
    /// Time enough for a definition to come into force.
    private static final Duration ACCEPTANCE = Duration.ofSeconds(1);

    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");

    private FreshCluster() {}

    /// Without it no pod is admitted, and most scenarios run without the loop that makes it.
    private static Body account() {
        return new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", "default")));
    }

    /// The API server of a simulated cluster.
    static ApiServer server(Env env, Store store) {
        return new ApiServer(env, store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
    }

    /// The same in every JVM. Costs some milliseconds: keep it, and fork it.
    public static Snapshot snapshot() {
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            ApiServer apiServer = server(env.child("kube-apiserver"), store);
            Client client = apiServer.client(env, ROOT, "kube-apiserver");
            env.call(() -> {
                new Bootstrap(env, client, apiServer.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
                return client.create(Target.collection(ACCOUNTS, "default"), account(), WriteOptions.DEFAULT);
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

    /// The same with these objects in it.
    static Snapshot with(Snapshot fresh, List<HasMetadata> objects) {
        if (objects.isEmpty()) {
            return fresh;
        }
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.fork(env.child("store"), StoreOptions.defaults(), fresh);
            ApiServer apiServer = server(env.child("kube-apiserver"), store);
            Client client = apiServer.client(env, ROOT, "given");
            apiServer.start();
            for (HasMetadata object : objects) {
                env.call(() -> create(client, object));
                env.advance(ACCEPTANCE);
            }
            Snapshot snapshot = store.snapshot();
            env.children().forEach(env::kill);
            return snapshot;
        }
    }

    private static <T extends HasMetadata> T create(Client client, T object) {
        @SuppressWarnings("unchecked") // An object's class is its kind's.
        Typed<T> typed = Typed.of((Class<T>) object.getClass());
        return typed.over(client).create(object);
    }
}
