package dev.setpoint.server.process;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.bootstrap.Beginning;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.discovery.ServerDocuments;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.store.Store;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The process that serves the API over a store: the only one that sees the store. It makes the objects that every
/// cluster has, and does what an API server does by itself.
public final class ApiServerProcess implements AutoCloseable {
    private static final String NAME = ApiServerDuty.NAME;

    private final Env env;
    private final Store store;
    private final ApiServer apiServer;
    private final Metrics metrics;
    private final Journal journal;
    private volatile Duty.@Nullable Work work;

    /// @param env of this process alone
    public ApiServerProcess(Env env, Store store, ApiServer.Options options, Journal journal) {
        this.env = env;
        this.store = store;
        this.apiServer = new ApiServer(env, store, options);
        this.metrics = options.metrics();
        this.journal = journal;
    }

    /// What a cluster begins with beside what every cluster has.
    ///
    /// @param address under which pods and nodes reach the API server, if it can be reached from other machines
    /// @param port asked for when everything that does not depend on it is there
    /// @param nodes how many simulated nodes it is to have
    /// @param together how many of them one process plays
    public record Beginnings(Optional<String> address, IntSupplier port, int nodes, int together) {}

    /// Makes what is missing of the objects that every cluster has; nothing is looked after yet.
    public void bootstrap(Beginnings wanted) {
        Client client = client(NAME);
        Bootstrap bootstrap = new Bootstrap(env, client, apiServer.resources());
        Optional<Beginning> beginning =
                store.snapshot().count("namespaces") == 0 ? Beginning.shipped() : Optional.empty();
        if (beginning.isPresent()) {
            beginning.get().into(store, env);
            bootstrap.finish(wanted.address(), wanted.port(), env.wallTime());
        } else {
            bootstrap.run(wanted.address(), wanted.port(), env.wallTime());
        }
        if (wanted.nodes() > 0) {
            DefaultStorage.offer(client);
        }
        if (wanted.together() > 1) {
            NodeFleet.admit(client);
        }
        store.beginHistory();
    }

    /// Starts what an API server does by itself. It answers calls without that, too.
    public void start() {
        journal.info(NAME, "starts version " + ServerDocuments.VERSION);
        apiServer.start();
        work = new ApiServerDuty(metrics).begin(env, transport().of(env, NAME));
    }

    public ApiServer apiServer() {
        return apiServer;
    }

    /// The way to it for processes in this JVM.
    public Transport transport() {
        return (process, userAgent) -> user -> apiServer.client(process, user, userAgent);
    }

    /// A client for whoever lives in the same JVM and may do everything.
    public Client client(String userAgent) {
        return apiServer.client(env, User.API_SERVER, userAgent);
    }

    @Override
    public void close() {
        Duty.Work running = work;
        if (running != null) {
            running.end().run();
        }
        apiServer.close();
        journal.info(NAME, "ends");
    }
}
