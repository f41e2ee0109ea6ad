package dev.setpoint.apiserver.testing;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.security.SecureRandom;
import java.util.Optional;

/// A world with an API server in it that has the objects of every new cluster, and no loops.
///
///     try (var cluster = TestCluster.create(7)) {
///         var process = cluster.env().child("controllers");
///         var loops = new Loops(process, cluster.client(process, user, "controllers"), metrics);
///         ...
///         cluster.env().settle();
///     }
///
/// Every cluster is a fork of one that was made when the first was asked for, which takes a few milliseconds.
public final class TestCluster implements AutoCloseable {
    /// Who may do everything.
    public static final User ADMIN = User.of("admin", User.MASTERS, User.AUTHENTICATED);
    private static final GroupVersionResource NAMESPACES = new GroupVersionResource("", "v1", "namespaces");
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    /// They guard nothing.
    private static final SigningKeys KEYS = SigningKeys.create(BatonOptions.START, new SecureRandom());

    /// Not a constant of the cluster itself: the tasks that make it run on other threads, which would wait for the
    /// class.
    private static final class Made {
        static final Snapshot STATE = beginning();
    }

    private final BatonEnv env;
    private final Store store;
    private final ApiServer apiServer;
    private final Client admin;

    /// Whoever comes first is served first.
    public static TestCluster create(long seed) {
        return create(BatonOptions.firstCome(seed));
    }

    public static TestCluster create(BatonOptions options) {
        BatonEnv env = BatonEnv.create(options);
        return new TestCluster(env, MemoryStore.fork(env.child("store"), StoreOptions.defaults(), Made.STATE));
    }

    private TestCluster(BatonEnv env, Store store) {
        this.env = env;
        this.store = store;
        this.apiServer = new ApiServer(
                env.child("kube-apiserver"),
                store,
                ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        this.admin = client(env, ADMIN, "test");
        apiServer.start();
    }

    private static Snapshot beginning() {
        BatonEnv env = BatonEnv.create(1);
        Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        try (TestCluster made = new TestCluster(env, store)) {
            env.call(() -> {
                new Bootstrap(env, made.admin, made.apiServer.resources())
                        .run(Optional.of("10.0.0.1"), 6443, env.wallTime());
                return made.account("default");
            });
            store.beginHistory();
            return store.snapshot();
        }
    }

    public BatonEnv env() {
        return env;
    }

    public Store store() {
        return store;
    }

    public ApiServer apiServer() {
        return apiServer;
    }

    /// For the test itself: it may do everything, from outside of the world as well as in its tasks.
    public Client admin() {
        return admin;
    }

    /// @param process whose client it is: when it is killed, so are its calls
    /// @param user with whose rights, which are those of production
    public Client client(Env process, User user, String userAgent) {
        return apiServer.client(process, user, userAgent);
    }

    /// A namespace with the service account without which no pod is admitted. The loop that makes it is not here.
    public void createNamespace(String name) {
        admin.create(Target.collection(NAMESPACES, ""), named(name), WriteOptions.DEFAULT);
        account(name);
    }

    /// Nodes that do the least that others depend on: what is to go from them goes, at once.
    public void startKubelets() {
        BatonEnv process = env.child("kubelets");
        process.start("pods", TaskKind.LIGHT, new Kubelets(client(process, ADMIN, "kubelet"))::run);
    }

    private Target account(String namespace) {
        Target accounts = Target.collection(ACCOUNTS, namespace);
        admin.create(accounts, named("default"), WriteOptions.DEFAULT);
        return accounts;
    }

    private static Body named(String name) {
        return new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", name)));
    }

    /// As a power cut would end it: nobody's last words are of interest.
    @Override
    public void close() {
        env.children().forEach(env::kill);
        env.close();
    }
}
