package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.EventCount;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.load.OpenWatch;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.RunningServer;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.util.List;
import java.util.Objects;

/// Declares Deployments on a server with nodes, and watches their pods come and go.
final class Rollout implements AutoCloseable {
    private final Workplace place;

    private Rollout(Workplace place) {
        this.place = place;
    }

    /// Returns when the nodes are there.
    static Rollout on(RunningServer server, int nodes) throws Exception {
        Workplace place = Workplace.on(server, "rollout", Lab.CLIENTS);
        EventCount seen = EventCount.ofAdded();
        try (var _ = place.clients().first().watch("/api/v1/nodes?watch=true", seen)) {
            seen.await(nodes);
        }
        return new Rollout(place);
    }

    ProcessUsage usage() {
        return place.usage();
    }

    /// @param cpuMillis of the server for each pod until the last was bound
    record Result(double boundPerSecond, double runningPerSecond, double cpuMillis) {}

    /// Declares the Deployments, waits until all of their pods run, and removes everything again.
    Result roll(String name, int deployments, int replicas) throws InterruptedException {
        int pods = deployments * replicas;
        EventCount gone = EventCount.ofDeleted();
        Result result = declare(name, deployments, replicas);
        try (var _ = watch(3, "metadata.namespace%3Drollout", gone)) {
            place.clients().first().call(LoadCall.delete(place.appsPath("deployments")));
            gone.await(pods);
        }
        return result;
    }

    /// As [#roll], but leaves everything where it is.
    Result declare(String name, int deployments, int replicas) throws InterruptedException {
        EventCount bound = EventCount.ofAdded();
        EventCount running = EventCount.ofAdded();
        try (var _ = watch(1, "spec.nodeName%21%3D", bound);
                var _ = watch(2, "status.phase%3DRunning", running)) {
            return declare(name, deployments, replicas, bound, running);
        }
    }

    /// How long a client waits for one of the pods.
    double p99MillisOfGets(int gets) throws InterruptedException {
        String pods = place.path("pods");
        JsonObject first = JsonReader.object(
                place.clients().first().call(LoadCall.get(pods + "?limit=1")).body());
        String pod = pods + "/"
                + Objects.requireNonNull(first.array("items"))
                        .objects()
                        .getFirst()
                        .child("metadata")
                        .textOr("name", "");
        Load load = new Load(List.of(place.clients().first()), place.usage());
        load.run(gets, _ -> LoadCall.get(pod));
        return load.run(gets, _ -> LoadCall.get(pod)).p99Millis();
    }

    private Result declare(String name, int deployments, int replicas, EventCount bound, EventCount running)
            throws InterruptedException {
        int pods = deployments * replicas;
        long cpuBefore = place.usage().cpuNanos();
        long begin = System.nanoTime();
        place.load()
                .run(
                        deployments,
                        number -> LoadCall.post(
                                place.appsPath("deployments"), Samples.deployment(name + "-" + number, replicas)));
        bound.await(pods);
        double boundSeconds = (System.nanoTime() - begin) / 1e9;
        double cpuMillis = (place.usage().cpuNanos() - cpuBefore) / 1e6 / pods;
        running.await(pods);
        double runningSeconds = (System.nanoTime() - begin) / 1e9;
        return new Result(pods / boundSeconds, pods / runningSeconds, cpuMillis);
    }

    /// From now on: what is there already is not told again. Closed when it is no longer needed: what is sent to
    /// watchers that nobody listens to would count for the pods of the next rollout.
    private OpenWatch watch(int client, String selector, EventCount events) {
        String path = place.path("pods") + "?watch=true&resourceVersion=" + place.revision("pods") + "&fieldSelector=";
        return place.clients().all().get(client).watch(path + selector, events);
    }

    @Override
    public void close() {
        place.close();
    }
}
