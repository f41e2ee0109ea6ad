package dev.setpoint.simulation;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
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
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.process.ApiServerProcess;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The state of a cluster that has just been made: the objects that each one has, and nothing else.
public final class FreshCluster {
    /// For whoever asks for a token. No token's bytes are in a trace: they would be others in each JVM.
    private static final SigningKeys KEYS = SigningKeys.create(BatonOptions.START, new SecureRandom());

    /// Time enough for a definition to come into force.
    private static final Duration ACCEPTANCE = Duration.ofSeconds(1);

    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");

    private FreshCluster() {}

    /// Without it no pod is admitted, and most scenarios run without the loop that makes it.
    private static Body account() {
        return new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", "default")));
    }

    /// The API server of a simulated cluster.
    static ApiServerProcess server(Env env, Store store, UnaryOperator<ApiServer.Options> more) {
        ApiServer.Options options = ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens());
        return new ApiServerProcess(env, store, more.apply(options), Journal.SILENT);
    }

    private static ApiServerProcess server(BatonEnv env, Store store) {
        return server(env.child("kube-apiserver"), store, UnaryOperator.identity());
    }

    /// The same in every JVM. Costs some milliseconds: keep it, and fork it.
    public static Snapshot snapshot() {
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
            ApiServerProcess apiServer = server(env, store);
            Client client = client(apiServer, env);
            env.call(() -> {
                apiServer.bootstrap(new ApiServerProcess.Beginnings(Optional.of("10.0.0.1"), () -> 6443, 0, 0));
                return client.create(Target.collection(ACCOUNTS, "default"), account(), WriteOptions.DEFAULT);
            });
            Snapshot snapshot = store.snapshot();
            env.call(() -> {
                store.close();
                return true;
            });
            return snapshot;
        }
    }

    /// The same with what a scenario is given.
    static Snapshot with(Snapshot fresh, Scenario scenario) {
        List<HasMetadata> objects = scenario.given();
        if (objects.isEmpty() && scenario.rights().usual()) {
            return fresh;
        }
        try (BatonEnv env = BatonEnv.create(1)) {
            Store store = MemoryStore.fork(env.child("store"), StoreOptions.defaults(), fresh);
            ApiServerProcess apiServer = server(env, store);
            Client client = client(apiServer, env);
            apiServer.apiServer().start();
            env.call(() -> {
                new GivenRights(client).write(scenario.rights());
                return true;
            });
            for (HasMetadata object : objects) {
                env.call(() -> create(client, object));
                env.advance(ACCEPTANCE);
            }
            Snapshot snapshot = store.snapshot();
            env.children().forEach(env::kill);
            return snapshot;
        }
    }

    /// Of one who may do everything.
    private static Client client(ApiServerProcess apiServer, BatonEnv env) {
        return apiServer.transport().of(env, "given").as(User.API_SERVER);
    }

    private static <T extends HasMetadata> T create(Client client, T object) {
        @SuppressWarnings("unchecked") // An object's class is its kind's.
        Typed<T> typed = Typed.of((Class<T>) object.getClass());
        return typed.over(client).create(object);
    }
}
