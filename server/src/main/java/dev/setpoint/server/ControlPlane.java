package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.authn.StaticTokens;
import dev.setpoint.apiserver.bootstrap.Beginning;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.discovery.ServerDocuments;
import dev.setpoint.apiserver.metrics.prometheus.PrometheusHttp;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.journal.Journals;
import dev.setpoint.server.mirror.Component;
import dev.setpoint.store.Store;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// Everything that makes a cluster, over one store: the API server, the controllers, the scheduler and
/// simulated nodes.
///
/// Each of them is a process of its own in the eyes of its [Env]; they meet only in the API. Closing stops
/// them in the reverse order and leaves the store to its owner.
public final class ControlPlane implements AutoCloseable {
    /// The API server itself, and whoever put it together.
    static final User ROOT = User.of("system:apiserver", User.MASTERS, User.AUTHENTICATED);

    private static final String STORE = "etcd";
    private static final String API_SERVER = "kube-apiserver";
    /// The parts that have a log.
    static final List<String> COMPONENTS = List.of(STORE, API_SERVER, ControllerDuty.NAME, SchedulerDuty.NAME);

    private final Env env;
    private final Store store;
    private final Journals journals;
    private final ApiServer apiServer;
    private final Metrics metrics = new Metrics();
    private final Restartable controllers;
    private final Restartable scheduler;
    private final Nodes nodes;
    private final boolean hasNodes;
    private volatile boolean ready;

    /// @param keys the authority by whose certificate pods know the API server, and what signs tokens; asked for
    ///     when the first is needed
    /// @param tokens that are good beside those of service accounts
    /// @param nodes how many simulated nodes there are
    /// @param identity as whom the controller manager and the scheduler stand for election: no two
    ///     control planes that share a store have the same
    /// @param leases how long they lead without a word
    /// @param prometheus from which metrics other than those of pods and nodes are read
    public record Settings(
            Supplier<SigningKeys> keys,
            StaticTokens tokens,
            int nodes,
            String identity,
            LeaseTiming leases,
            Optional<URI> prometheus) {
        /// For one that has its store to itself.
        public Settings(SigningKeys keys, int nodes) {
            this(() -> keys, StaticTokens.NONE, nodes, "setpoint", LeaseTiming.DEFAULT, Optional.empty());
        }
    }

    /// With logs in memory alone.
    public ControlPlane(Env env, Store store, Settings settings) {
        this(env, store, settings, Journals.inMemory(env.child("logs"), COMPONENTS));
    }

    /// @param journals of the [#COMPONENTS], which are closed with the rest
    public ControlPlane(Env env, Store store, Settings settings, Journals journals) {
        this.env = env;
        this.store = store;
        this.journals = journals;
        this.apiServer = new ApiServer(
                env.child(API_SERVER),
                store,
                ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), new ServiceAccountTokens(settings.keys()))
                        .withWrittenTokens(settings.tokens())
                        .withLogs(journals)
                        .withPrometheus(settings.prometheus().map(PrometheusHttp::new))
                        .withMetrics(metrics));
        this.controllers = led(ControllerDuty.NAME, new ControllerDuty(metrics, settings.keys()), settings);
        this.scheduler = led(SchedulerDuty.NAME, new SchedulerDuty(metrics), settings);
        this.hasNodes = settings.nodes() > 0;
        this.nodes = new Nodes(env.child("nodes"), apiServer, metrics, settings.nodes(), components());
    }

    private Restartable led(String name, Duty duty, Settings settings) {
        Journal journal = journals.of(name);
        return new Restartable(
                env,
                name,
                journal,
                life -> new LedProcess(
                        life, name, apiServer, metrics, journal, settings.identity(), settings.leases(), duty));
    }

    /// The parts as people see them. The store stands where a cluster has its etcd.
    private List<Component> components() {
        return List.of(
                Component.lasting(STORE, image("store"), List.of(STORE)),
                Component.lasting(API_SERVER, image(API_SERVER), List.of(API_SERVER)),
                component(ControllerDuty.NAME, controllers),
                component(SchedulerDuty.NAME, scheduler));
    }

    private static Component component(String name, Restartable process) {
        return new Component(name, image(name), List.of(name, "--leader-elect=true"), process::restart);
    }

    private static String image(String name) {
        return "setpoint/" + name + ":" + ServerDocuments.VERSION.replace('+', '-'); // A tag has no plus.
    }

    /// Makes the objects that every cluster has, then starts the loops.
    ///
    /// @param address under which pods and nodes reach the API server, if it can be reached from other
    ///     machines
    /// @param port asked for before any loop starts, when the rest of those objects is there
    public void start(Optional<String> address, IntSupplier port) {
        Client client = client(API_SERVER);
        Bootstrap bootstrap = new Bootstrap(env, client, apiServer.resources());
        Optional<Beginning> beginning =
                store.snapshot().count("namespaces") == 0 ? Beginning.shipped() : Optional.empty();
        if (beginning.isPresent()) {
            beginning.get().into(store, env);
            bootstrap.finish(address, port, env.wallTime());
        } else {
            bootstrap.run(address, port, env.wallTime());
        }
        if (hasNodes) {
            DefaultStorage.offer(client);
        }
        store.beginHistory();
        resume();
    }

    /// Starts the loops over a state that has the objects of every cluster already, such as a fork of
    /// another's.
    public void resume() {
        journals.start();
        journals.of(STORE).info(STORE, "holds revision " + store.snapshot().revision());
        journals.of(API_SERVER).info(API_SERVER, "starts version " + ServerDocuments.VERSION);
        apiServer.start();
        controllers.start();
        scheduler.start();
        nodes.start();
        ready = true;
    }

    public ApiServer apiServer() {
        return apiServer;
    }

    public Metrics metrics() {
        return metrics;
    }

    /// Whether the loops have seen the state once: from then on every change is acted on.
    public boolean awaitSynced(Duration deadline) {
        return controllers.awaitSynced(deadline);
    }

    boolean ready() {
        return ready;
    }

    /// A client for whoever lives in the same JVM and may do everything.
    public Client client(String userAgent) {
        return apiServer.client(env, ROOT, userAgent);
    }

    @Override
    public void close() {
        nodes.close();
        scheduler.close();
        controllers.close();
        apiServer.close();
        journals.of(API_SERVER).info(API_SERVER, "ends");
        journals.of(STORE).info(STORE, "ends at revision " + store.snapshot().revision());
        journals.close();
    }
}
