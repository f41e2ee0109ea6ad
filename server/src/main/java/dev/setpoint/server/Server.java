package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.authn.Kubeconfig;
import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.SecretFiles;
import dev.setpoint.apiserver.authn.ServingNames;
import dev.setpoint.apiserver.authn.StaticTokens;
import dev.setpoint.apiserver.chaos.Chaos;
import dev.setpoint.apiserver.http.HttpServer;
import dev.setpoint.apiserver.http.Limits;
import dev.setpoint.apiserver.registry.catalog.StoredHeaders;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.server.journal.Journals;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import dev.setpoint.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/// A control plane as a process on a machine: a data folder, keys and certificates, a port, a kubeconfig.
///
/// The folder holds `store/`, `pki/`, `logs/`, `identity`, `kubeconfig` and the kubeconfigs of the
/// [parts][ComponentFiles] that may run elsewhere; it is locked while in use.
public final class Server implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Env env;
    private final Store store;
    private final ControlPlane controlPlane;
    private final HttpServer http;
    private final Path kubeconfig;
    private final Promise<Throwable> failure;

    private Server(Env env, Store store, ControlPlane controlPlane, HttpServer http, Path kubeconfig) {
        this.env = env;
        this.failure = env.promise();
        store.whenFailed(failure::complete);
        this.store = store;
        this.controlPlane = controlPlane;
        this.http = http;
        this.kubeconfig = kubeconfig;
    }

    /// Serves when it returns, and the kubeconfig is there.
    ///
    /// @throws IOException when the folder or the port cannot be had
    public static Server start(ServerOptions options) throws IOException {
        return start(options, Server::openStore);
    }

    /// Opens the store of a server.
    @FunctionalInterface
    interface StoreOpener {
        Store open(Env env, ServerOptions options);
    }

    static Server start(ServerOptions options, StoreOpener opener) throws IOException {
        SecureRandom random = new SecureRandom();
        Env env = RealEnv.create("setpoint");
        try {
            Path folder = options.dataDir().resolve("pki");
            SecretFiles.createFolder(folder); // Before both look for what it lies in.
            Promise<Pki> keys = opening(
                    env,
                    "keys",
                    () -> Pki.open(folder, ServingNames.listeningOn(options.bind()), env.wallTime(), random));
            Store store = opener.open(env, options);
            return start(options, env, store, keys, random);
        } catch (UncheckedIOException e) {
            env.close();
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            env.close();
            throw e;
        }
    }

    /// What is opened beside other things, since neither needs the other.
    private interface Opening<T> {
        T open() throws IOException;
    }

    private static <T> Promise<T> opening(Env env, String what, Opening<T> opening) {
        Promise<T> opened = env.promise();
        env.start("open-" + what, TaskKind.DEDICATED, () -> {
            try {
                opened.complete(opening.open());
            } catch (IOException e) {
                opened.fail(new UncheckedIOException(e));
            } catch (RuntimeException e) {
                opened.fail(e);
            }
        });
        return opened;
    }

    private static <T> T opened(Promise<T> opening) {
        return opening.await(PATIENCE)
                .orElseThrow(() ->
                        new IllegalStateException("something that it needs could not be opened within " + PATIENCE));
    }

    private static Server start(ServerOptions options, Env env, Store store, Promise<Pki> keys, SecureRandom random)
            throws IOException {
        StaticTokens tokens = options.tokenFile().isPresent()
                ? StaticTokens.read(options.tokenFile().get())
                : StaticTokens.NONE;
        String identity = ProcessIdentity.of(options.dataDir(), random);
        ControlPlane controlPlane = new ControlPlane(
                env,
                store,
                new ControlPlane.Settings(
                        () -> opened(keys).signingKeys(random),
                        tokens,
                        options.nodes(),
                        new Candidacy(identity, options.leases()),
                        options.prometheus(),
                        options.extent()),
                journals(options, env.child("logs")));
        ApiServer apiServer = controlPlane.apiServer();
        Chaos chaos = new Chaos(env.child("chaos"), store, controlPlane.client(Chaos.USER_AGENT));
        Path kubeconfig = options.kubeconfigFile();
        Promise<HttpServer> http = opening(env, "port", () -> {
            HttpServer opened = HttpServer.start(
                    new HttpServer.Options(options.bind(), options.port(), Limits.DEFAULT),
                    apiServer.outside(
                            ServedDocuments.of(controlPlane, options.nodes().count()), chaos::over),
                    () -> opened(keys),
                    random,
                    env.child("http"));
            String address = "https://" + reachable(options.bind()) + ":" + opened.port();
            Kubeconfig.admin(address, opened(keys)).write(kubeconfig);
            new ComponentFiles(options.dataDir(), address, opened(keys), env.wallTime(), random, options.extent())
                    .write(options.nodesApart());
            return opened;
        });
        controlPlane.start(advertised(options.bind()), () -> opened(http).port());
        chaos.start();
        return new Server(env, store, controlPlane, opened(http), kubeconfig);
    }

    /// What is forgotten with the process is not told of afterwards.
    private static Journals journals(ServerOptions options, Env env) throws IOException {
        return switch (options.store()) {
            case MEMORY -> Journals.inMemory(env, ControlPlane.COMPONENTS);
            case SQLITE -> Journals.in(options.dataDir().resolve("logs"), env, ControlPlane.COMPONENTS);
        };
    }

    private static Store openStore(Env env, ServerOptions options) {
        StoreOptions storeOptions = StoreOptions.defaults();
        return switch (options.store()) {
            case MEMORY -> MemoryStore.open(env.child("store"), storeOptions);
            case SQLITE ->
                SqliteStore.open(
                        env.child("store"), storeOptions, options.dataDir().resolve("store"), new StoredHeaders());
        };
    }

    /// An address that clients on this machine can use, also when the server listens on all of them.
    private static String reachable(String bind) {
        return bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
    }

    /// An address for other machines: the one that is listened on, or any of this machine's own.
    private static Optional<String> advertised(String bind) throws IOException {
        InetAddress address = InetAddress.getByName(bind);
        if (!address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
            return Optional.of(address.getHostAddress());
        }
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(own -> own instanceof Inet4Address && !own.isLoopbackAddress() && !own.isLinkLocalAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
    }

    public int port() {
        return http.port();
    }

    public Path kubeconfig() {
        return kubeconfig;
    }

    public ControlPlane controlPlane() {
        return controlPlane;
    }

    /// Waits until the store has failed for good. From then on every call is refused, and only a new start helps.
    ///
    /// @return why; empty when the time has passed
    public Optional<Throwable> awaitFailure(Duration limit) {
        return failure.await(limit);
    }

    @Override
    public void close() {
        http.stop(STOP);
        controlPlane.close();
        store.close();
        env.close();
    }
}
