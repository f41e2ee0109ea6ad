package dev.setpoint.benchmarks.codec;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
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
import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/// A create as the API server does it, from the bytes of the body to the bytes of the answer, over a store in memory:
/// authorization, decoding, admission, defaults, validation, managed fields, commit, encoding. Two callers at once,
/// as there are cores: one alone measures how long two idle cores take to wake one another for each commit.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
public class PodCreation {
    private static final User ADMIN = User.of("admin", User.MASTERS, User.AUTHENTICATED);
    private static final Target PODS = Target.collection(new GroupVersionResource("", "v1", "pods"), "default");
    private static final Target ACCOUNTS =
            Target.collection(new GroupVersionResource("", "v1", "serviceaccounts"), "default");

    private final byte[] bytes = SamplePod.bytes();
    private final SigningKeys keys = SigningKeys.create(Instant.now(), new SecureRandom());
    private final Snapshot beginning = bootstrapped(keys);
    private Optional<World> world = Optional.empty();

    private record World(Env env, Store store, ApiServer server) {
        static World on(Function<Env, Store> opener, SigningKeys keys) {
            Env env = RealEnv.create("bench");
            Store store = opener.apply(env.child("store"));
            ApiServer server = new ApiServer(
                    env.child("kube-apiserver"),
                    store,
                    ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), keys.tokens()));
            return new World(env, store, server);
        }

        void close() {
            server.close();
            store.close();
            env.close();
        }
    }

    private static Snapshot bootstrapped(SigningKeys keys) {
        World world = World.on(env -> MemoryStore.open(env, StoreOptions.defaults()), keys);
        Client client = world.server().client(world.env(), ADMIN, "bench");
        new Bootstrap(world.env(), client, world.server().resources())
                .run(Optional.empty(), 6443, world.env().wallTime());
        JsonObject account = new JsonObject().put("metadata", new JsonObject().put("name", "default"));
        client.create(ACCOUNTS, new Body.Tree(account), WriteOptions.DEFAULT);
        Snapshot state = world.store().snapshot();
        world.close();
        return state;
    }

    /// Each iteration begins with a store without pods, so that what was made before weighs on none. What a cluster
    /// has from its beginning is made once: the profiler counts what prepares an iteration, too.
    @Setup(Level.Iteration)
    public void open() {
        world = Optional.of(World.on(env -> MemoryStore.fork(env, StoreOptions.defaults(), beginning), keys));
    }

    @TearDown(Level.Iteration)
    public void close() {
        world.orElseThrow().close();
    }

    @Benchmark
    public void create() throws IOException {
        World present = world.orElseThrow();
        Call call = Call.inside(
                        present.env(), ADMIN, Verb.CREATE, PODS, new CallBody.Bytes("application/json", bytes), "bench")
                .withParameters(Map.of("fieldManager", List.of("bench")));
        Answer answer = present.server().inside().handle(call);
        call.life().end();
        ((Answer.One) answer).object().writeTo(OutputStream.nullOutputStream());
    }
}
