package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.RunningServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A namespace on a server, with clients.
final class Workplace implements AutoCloseable {
    private static final Pattern REVISION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    private static final int DELETED_AT_ONCE = 5_000;
    private static final int MOST_LOOKS = 1_500;

    private final Clients clients;
    private final ProcessUsage usage;
    private final String namespace;

    private Workplace(Clients clients, ProcessUsage usage, String namespace) {
        this.clients = clients;
        this.usage = usage;
        this.namespace = namespace;
    }

    /// A new namespace on the server of the lab.
    static Workplace on(Lab lab, String namespace, int clients) throws Exception {
        return on(lab.server(), namespace, clients);
    }

    static Workplace on(RunningServer server, String namespace, int count) throws Exception {
        Clients clients = Clients.connect(server.endpoint(), count);
        LoadCall creation =
                LoadCall.post("/api/v1/namespaces", """
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"}}""".formatted(namespace).getBytes(StandardCharsets.UTF_8));
        clients.first().call(creation);
        Workplace place = new Workplace(clients, server.usage(), namespace);
        place.awaitServiceAccount();
        return place;
    }

    /// A pod needs the service account that a controller makes for a new namespace.
    private void awaitServiceAccount() throws InterruptedException {
        String accounts = path("serviceaccounts");
        for (int look = 0; look < MOST_LOOKS; look++) {
            if (clients.first().call(LoadCall.get(accounts)).text().contains("\"name\":\"default\"")) {
                return;
            }
            Thread.sleep(BETWEEN_LOOKS); // A client of a live server, in real time; the looks are bounded.
        }
        throw new IllegalStateException(namespace + " got no service account; is the controller manager running?");
    }

    Clients clients() {
        return clients;
    }

    ProcessUsage usage() {
        return usage;
    }

    Load load() {
        return new Load(clients.all(), usage);
    }

    /// Of a collection of the core group.
    String path(String resource) {
        return "/api/v1/namespaces/" + namespace + "/" + resource;
    }

    /// Of a collection of the group `apps`.
    String appsPath(String resource) {
        return "/apis/apps/v1/namespaces/" + namespace + "/" + resource;
    }

    /// The revision that a list of these would be of.
    String revision(String resource) {
        String list =
                clients.first().call(LoadCall.get(path(resource) + "?limit=1")).text();
        Matcher revision = REVISION.matcher(list);
        if (!revision.find()) {
            throw new IllegalStateException("a list without a revision: " + list);
        }
        return revision.group(1);
    }

    /// Pods `pod-FIRST` to `pod-LAST`, the last not included.
    void fill(int first, int last) {
        load().run(last - first, number -> LoadCall.post(path("pods"), Samples.pod("pod-" + (first + number))));
    }

    /// Deletes all objects of a resource, some thousand with each request.
    void empty(String resource) {
        String left;
        do {
            clients.first().call(LoadCall.delete(path(resource) + "?limit=" + DELETED_AT_ONCE));
            left = clients.first()
                    .call(LoadCall.get(path(resource) + "?limit=2"))
                    .text(); // A controller makes one anew.
        } while (left.contains("\"continue\":\""));
    }

    @Override
    public void close() {
        clients.close();
    }
}
