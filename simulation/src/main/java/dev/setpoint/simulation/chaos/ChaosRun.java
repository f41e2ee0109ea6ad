package dev.setpoint.simulation.chaos;

import dev.setpoint.apiserver.chaos.Chaos;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.yaml.YamlReader;
import dev.setpoint.simulation.EndState;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.Oracle;
import dev.setpoint.simulation.Restlessness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs one policy against a live server: notes what is there, lets things go wrong for as long as the policy says,
/// and looks whether everything comes to rest where it was.
public final class ChaosRun {
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final WriteOptions OURS = WriteOptions.as(Chaos.USER_AGENT);
    private static final Duration LOOK = Duration.ofMillis(200);
    /// For a definition to come into force, and for the first lists.
    private static final Duration READY = Duration.ofSeconds(30);
    /// The server tells what it counted a moment later.
    private static final Duration TOLD = Duration.ofSeconds(2);

    /// More than loops at rest have reason for: renewals, polls, a resync.
    private static final int MOST_REQUESTS_A_SECOND = 10;

    private final Env env;
    private final Client client;
    private final JsonObject policy;
    private final Order order;
    private final Consumer<String> progress;
    private final Observer observer;

    /// @param client of an administrator, whose user agent is [Chaos#USER_AGENT]
    /// @param policy a ChaosPolicy
    /// @param progress is told what happens
    /// @throws IllegalArgumentException when it is no policy
    public ChaosRun(Env env, Client client, JsonObject policy, Consumer<String> progress) {
        this.env = env;
        this.client = client;
        this.policy = policy;
        this.order = Order.of(policy);
        this.progress = progress;
        this.observer = new Observer(env, client, order.observed());
    }

    public ChaosReport run() {
        define();
        remove();
        if (!observer.start(READY)) {
            throw new IllegalStateException("cannot see what " + order.name() + " observes");
        }
        EndState before = observer.state();
        client.create(Target.collection(Chaos.POLICIES, ""), new Body.Tree(policy.copy()), OURS);
        progress.accept(order.name() + " is in force for " + seconds(order.length()));
        int deletions = disturb(env.monotonicNanos() + order.length().toNanos());
        progress.accept("nothing goes wrong any more");
        long ended = env.monotonicNanos();
        boolean quiet = awaitQuiet();
        Duration rest = Duration.ofNanos(env.monotonicNanos() - ended);
        Optional<Finding> finding = (quiet ? Optional.<Finding>empty() : restless())
                .or(() -> observer.state().compare(before, Oracle.CONVERGES, "before"))
                .or(this::busy);
        JsonObject status = status();
        remove();
        return new ChaosReport(
                order.name(),
                status.integerOr("requests", 0),
                faults(status),
                deletions,
                observer.count(),
                rest,
                finding);
    }

    /// Makes the kind known to the server, unless it is.
    private void define() {
        try {
            client.create(
                    Target.collection(DEFINITIONS, ""), new Body.Tree(YamlReader.value(Chaos.definition())), OURS);
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
        }
        long end = env.monotonicNanos() + READY.toNanos();
        while (!served() && env.monotonicNanos() < end) {
            env.sleep(LOOK);
        }
    }

    private boolean served() {
        try {
            client.list(Target.collection(Chaos.POLICIES, ""), ListOptions.ALL);
            return true;
        } catch (ApiException e) {
            if (e.error().notFound() || e.error().notServed()) {
                return false;
            }
            throw e;
        }
    }

    private Target itself() {
        return Target.object(Chaos.POLICIES, "", order.name());
    }

    private void remove() {
        try {
            client.delete(itself(), DeleteOptions.DEFAULT);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    /// Until then.
    ///
    /// @return how many objects were deleted
    private int disturb(long endNanos) {
        int deletions = 0;
        Duration every = order.disturbance().map(Order.Disturbance::every).orElse(order.length());
        while (env.monotonicNanos() < endNanos) {
            long left = endNanos - env.monotonicNanos();
            env.sleep(Duration.ofNanos(Math.max(1, Math.min(left, every.toNanos()))));
            if (env.monotonicNanos() < endNanos && order.disturbance().isPresent()) {
                deletions += deleteOne(order.disturbance().get().victims(), deletions) ? 1 : 0;
            }
        }
        return deletions;
    }

    /// One after the other.
    private boolean deleteOne(List<Selection> victims, int turn) {
        List<Stored> there = new ArrayList<>();
        victims.forEach(selection -> selection.list(client).stream()
                .filter(object -> !object.header().deleting())
                .forEach(there::add));
        if (there.isEmpty()) {
            return false;
        }
        Stored victim = there.get(turn % there.size());
        GroupVersionResource resource = victims.stream()
                .map(Selection::resource)
                .filter(each ->
                        each.groupResource().toString().equals(victim.key().resource()))
                .findFirst()
                .orElseThrow();
        try {
            client.delete(
                    Target.object(
                            resource, victim.key().namespace(), victim.key().name()),
                    DeleteOptions.exactly(victim.header().uid()));
            progress.accept("deleted " + victim.key());
            return true;
        } catch (ApiException e) {
            if (e.error().notFound() || e.error().conflict()) {
                return false; // Somebody was faster.
            }
            throw e;
        }
    }

    // ---- judging -----------------------------------------------------------------------------------------------

    private boolean awaitQuiet() {
        long began = env.monotonicNanos();
        long end = began + order.patience().toNanos();
        while (env.monotonicNanos() < end) {
            boolean longEnough = env.monotonicNanos() - began >= order.quiet().toNanos();
            if (longEnough && observer.quietFor().compareTo(order.quiet()) >= 0) {
                return true;
            }
            env.sleep(LOOK);
        }
        return false;
    }

    private Optional<Finding> restless() {
        return Optional.of(Restlessness.explain(observer.writes()));
    }

    /// Nothing is written, but is the client at rest?
    private Optional<Finding> busy() {
        env.sleep(TOLD);
        long before = status().integerOr("requests", 0);
        env.sleep(order.quiet());
        long more = status().integerOr("requests", 0) - before;
        return more > MOST_REQUESTS_A_SECOND * Math.max(1, order.quiet().toSeconds())
                ? Optional.of(new Finding(
                        Oracle.RESTS, more + " requests within " + seconds(order.quiet()) + " of a quiet system"))
                : Optional.empty();
    }

    private JsonObject status() {
        return JsonReader.object(client.get(itself()).filled()).child("status");
    }

    private static Map<String, Long> faults(JsonObject status) {
        Map<String, Long> faults = new LinkedHashMap<>();
        JsonObject counts = status.child("faults");
        counts.names().forEach(name -> faults.put(name, counts.integerOr(name, 0)));
        return faults;
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }
}
