package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.authn.StaticTokens;
import dev.setpoint.apiserver.discovery.ServerDocuments;
import dev.setpoint.apiserver.metrics.prometheus.PrometheusHttp;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.journal.Journals;
import dev.setpoint.server.mirror.Component;
import dev.setpoint.server.process.ApiServerDuty;
import dev.setpoint.server.process.ApiServerProcess;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.server.process.ControllerDuty;
import dev.setpoint.server.process.Duty;
import dev.setpoint.server.process.NodeProcess;
import dev.setpoint.server.process.Restartable;
import dev.setpoint.server.process.SchedulerDuty;
import dev.setpoint.server.process.Signing;
import dev.setpoint.server.process.Surroundings;
import dev.setpoint.server.process.Transport;
import dev.setpoint.store.Store;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// Everything that makes a cluster, in one JVM, over one store: the API server, and the processes that find it there.
///
/// Each is a process of its own in the eyes of its [Env]; they meet only in the API. Closing stops them in the reverse
/// order and leaves the store to its owner.
public final class ControlPlane implements AutoCloseable {
    private static final String STORE = "etcd";
    private static final String API_SERVER = ApiServerDuty.NAME;
    /// The parts that have a log.
    static final List<String> COMPONENTS = List.of(STORE, API_SERVER, ControllerDuty.NAME, SchedulerDuty.NAME);

    private final Env env;
    private final Store store;
    private final Settings settings;
    private final Journals journals;
    private final Metrics metrics = new Metrics();
    private final ApiServerProcess apiServer;
    /// What runs beside the API server; empty where that is elsewhere.
    private final Optional<Neighbours> beside;

    private volatile boolean ready;

    /// What runs here.
    public enum Extent {
        WHOLE,
        /// Controller manager, scheduler and nodes run elsewhere.
        API_SERVER
    }

    /// @param keys the authority by whose certificate pods know the API server, and what signs tokens; asked for
    ///     when the first is needed
    /// @param tokens that are good beside those of service accounts
    /// @param nodes the simulated nodes that there are, here or elsewhere
    /// @param candidacy how the controller manager and the scheduler stand for election
    /// @param prometheus from which metrics other than those of pods and nodes are read
    public record Settings(
            Supplier<SigningKeys> keys,
            StaticTokens tokens,
            NodeOptions nodes,
            Candidacy candidacy,
            Optional<URI> prometheus,
            Extent extent) {
        /// For one that has its store to itself.
        public Settings(SigningKeys keys, int nodes) {
            this(
                    () -> keys,
                    StaticTokens.NONE,
                    NodeOptions.of(nodes),
                    new Candidacy("setpoint", LeaseTiming.DEFAULT),
                    Optional.empty(),
                    Extent.WHOLE);
        }
    }

    /// @param nodes if there are any
    private record Neighbours(Restartable controllers, Restartable scheduler, Optional<NodeProcess> nodes) {}

    /// With logs in memory alone.
    public ControlPlane(Env env, Store store, Settings settings) {
        this(env, store, settings, Journals.inMemory(env.child("logs"), COMPONENTS));
    }

    /// @param journals of the [#COMPONENTS], which are closed with the rest
    public ControlPlane(Env env, Store store, Settings settings, Journals journals) {
        this.env = env;
        this.store = store;
        this.settings = settings;
        this.journals = journals;
        this.apiServer = new ApiServerProcess(
                env.child(API_SERVER),
                store,
                ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), new ServiceAccountTokens(settings.keys()))
                        .withWrittenTokens(settings.tokens())
                        .withLogs(journals)
                        .withPrometheus(settings.prometheus().map(PrometheusHttp::new))
                        .withMetrics(metrics),
                journals.of(API_SERVER));
        this.beside = switch (settings.extent()) {
            case WHOLE -> Optional.of(beside());
            case API_SERVER -> Optional.empty();
        };
    }

    private Neighbours beside() {
        Restartable controllers = led(new ControllerDuty(metrics, Signing.with(settings.keys())));
        Restartable scheduler = led(new SchedulerDuty(metrics));
        Optional<NodeProcess> nodes = settings.nodes().count() == 0
                ? Optional.empty()
                : Optional.of(new NodeProcess(
                        around(env.child("nodes"), Journal.SILENT),
                        settings.nodes(),
                        components(controllers, scheduler)));
        return new Neighbours(controllers, scheduler, nodes);
    }

    private Restartable led(Duty duty) {
        return new Restartable(around(env, journals.of(duty.name())), settings.candidacy(), duty);
    }

    private Surroundings around(Env process, Journal journal) {
        return new Surroundings(process, apiServer.transport(), metrics, journal);
    }

    /// The parts as people see them. The store stands where a cluster has its etcd.
    private static List<Component> components(Restartable controllers, Restartable scheduler) {
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
        apiServer.bootstrap(
                new ApiServerProcess.Beginnings(address, port, settings.nodes().count(), nodesHere()));
        resume();
    }

    private int nodesHere() {
        return switch (settings.extent()) {
            case WHOLE -> settings.nodes().count();
            case API_SERVER -> 0;
        };
    }

    /// Starts the loops over a state that has the objects of every cluster already, such as a fork of
    /// another's.
    public void resume() {
        journals.start();
        journals.of(STORE).info(STORE, "holds revision " + store.snapshot().revision());
        apiServer.start();
        beside.ifPresent(processes -> {
            processes.controllers.start();
            processes.scheduler.start();
            processes.nodes.ifPresent(NodeProcess::start);
        });
        ready = true;
    }

    public ApiServer apiServer() {
        return apiServer.apiServer();
    }

    /// The way to the API server for more processes in this JVM.
    public Transport transport() {
        return apiServer.transport();
    }

    public Metrics metrics() {
        return metrics;
    }

    /// Whether the loops have seen the state once: from then on every change is acted on.
    public boolean awaitSynced(Duration deadline) {
        return beside.map(processes -> processes.controllers.awaitSynced(deadline))
                .orElse(true);
    }

    boolean ready() {
        return ready;
    }

    /// Whether what is written is kept.
    boolean storeWorks() {
        return store.failure().isEmpty();
    }

    /// A client for whoever lives in the same JVM and may do everything.
    public Client client(String userAgent) {
        return apiServer.client(userAgent);
    }

    @Override
    public void close() {
        beside.ifPresent(processes -> {
            processes.nodes.ifPresent(NodeProcess::close);
            processes.scheduler.close();
            processes.controllers.close();
        });
        apiServer.close();
        journals.of(STORE).info(STORE, "ends at revision " + store.snapshot().revision());
        journals.close();
    }
}
