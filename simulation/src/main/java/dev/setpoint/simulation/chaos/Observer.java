package dev.setpoint.simulation.chaos;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.SharedInformer;
import dev.setpoint.simulation.EndState;
import dev.setpoint.simulation.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Follows what a policy names, and remembers who wrote what.
final class Observer {
    /// More than it takes to tell why writing does not end.
    private static final int REMEMBERED = 400;

    private final Env env;
    private final Client client;
    private final List<Selection> selections;
    private final Map<GroupVersionResource, SharedInformer> informers = new LinkedHashMap<>();
    private final List<Write> writes = new ArrayList<>();
    private long count;
    private long lastNanos;

    Observer(Env env, Client client, List<Selection> selections) {
        this.env = env;
        this.client = client;
        this.selections = selections;
        this.lastNanos = env.monotonicNanos();
        Metrics metrics = new Metrics();
        for (Selection selection : selections) {
            informers.computeIfAbsent(
                    selection.resource(), resource -> new SharedInformer(resource, client, env, metrics));
        }
        informers.forEach((resource, informer) -> informer.onChange(change -> changed(resource, change)));
    }

    /// @return whether everything was seen in time
    boolean start(Duration deadline) {
        informers.values().forEach(SharedInformer::start);
        return informers.values().stream().allMatch(informer -> informer.awaitSynced(deadline));
    }

    private void changed(GroupVersionResource resource, CacheChange change) {
        boolean observed = change.cause() == CacheChange.Cause.EVENT
                && selections.stream()
                        .anyMatch(
                                selection -> selection.resource().equals(resource) && selection.holds(change.object()));
        if (observed) {
            note(change);
        }
    }

    private synchronized void note(CacheChange change) {
        lastNanos = env.monotonicNanos();
        count++;
        String verb = change.deleted() ? "delete" : change.created() ? "create" : "update";
        String manager = change.deleted() ? "" : manager(change.object());
        writes.add(new Write(
                lastNanos, manager, manager, verb, change.object().key(), Optional.ofNullable(change.after())));
        if (writes.size() > REMEMBERED) {
            writes.removeFirst();
        }
    }

    /// Who wrote last, as far as the object says.
    private static String manager(Stored object) {
        JsonArray entries = JsonReader.object(object.bytes()).child("metadata").array("managedFields");
        String manager = "somebody";
        String newest = "";
        for (JsonObject entry : entries == null ? List.<JsonObject>of() : entries.objects()) {
            String time = entry.textOr("time", "");
            if (time.compareTo(newest) >= 0) {
                newest = time;
                manager = entry.textOr("manager", manager);
            }
        }
        return manager;
    }

    /// As everything is now, which may be later than what was followed so far.
    EndState state() {
        List<Stored> objects = new ArrayList<>();
        selections.forEach(selection -> objects.addAll(selection.list(client)));
        return EndState.of(objects);
    }

    synchronized long count() {
        return count;
    }

    /// The last of them.
    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    synchronized Duration quietFor() {
        return Duration.ofNanos(env.monotonicNanos() - lastNanos);
    }
}
