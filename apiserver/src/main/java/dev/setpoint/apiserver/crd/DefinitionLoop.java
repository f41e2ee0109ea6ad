package dev.setpoint.apiserver.crd;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts the names of definitions, establishes them, and cleans up after those that go.
///
/// A change of a definition means "look again" at its group: names are given within groups. What is to be done follows
/// from the store alone, so it does not matter what was missed: the loop begins by looking at everything.
///
/// Each of several servers over one store does so, and none has to lead: what is to be written follows from what is
/// there, and an update holds only for the revision that was looked at.
public final class DefinitionLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DefinitionLoop.class);
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final WriteOptions AS_APISERVER = WriteOptions.as("kube-apiserver");
    private static final int BATCH = 256;
    private static final Duration IDLE = Duration.ofMinutes(1);

    /// For what no change of a definition announces: its last object is gone, or a write can be tried again.
    private static final Duration AGAIN = Duration.ofMillis(100);

    private static final Duration STOP = Duration.ofSeconds(1);

    private final Env env;
    private final Store store;
    private final Client client;
    private final Cleanup cleanup;
    private volatile @Nullable Task task;

    /// @param client of the API server itself
    public DefinitionLoop(Env env, Store store, Client client) {
        this.env = env;
        this.store = store;
        this.client = client;
        this.cleanup = new Cleanup(store, client);
    }

    public void start() {
        task = env.start("definitions", TaskKind.DEDICATED, this::run);
    }

    @Override
    public void close() {
        Task running = task;
        if (running != null) {
            running.cancel();
            running.join(STOP);
        }
    }

    private void run() {
        while (true) {
            Snapshot snapshot = store.snapshot();
            Set<String> groups = new TreeSet<>();
            snapshot.iterate(Definitions.RESOURCE, "").forEachRemaining(stored -> groups.add(group(stored.key())));
            try (Cursor cursor = store.watch(new Scope.Everything(Definitions.RESOURCE), snapshot.revision())) {
                follow(cursor, groups);
            } catch (ExpiredException e) {
                log.info("fell behind the history of definitions, all are looked at again: {}", e.getMessage());
            }
        }
    }

    private void follow(Cursor cursor, Set<String> groups) {
        while (true) {
            groups.removeIf(this::settled);
            cursor.next(BATCH, groups.isEmpty() ? IDLE : AGAIN).changes().forEach(change -> {
                Stored changed = change.after() == null ? change.before() : change.after();
                if (changed != null) {
                    groups.add(group(changed.key()));
                }
            });
        }
    }

    /// @return whether nothing is left to be done for the group
    private boolean settled(String group) {
        boolean settled = true;
        for (Stored stored : members(group)) {
            try {
                settled &= reconcile(stored, group);
            } catch (ApiException e) {
                log.warn("{} is looked at again: {}", stored.key(), e.getMessage());
                settled = false;
            }
        }
        return settled;
    }

    private boolean reconcile(Stored stored, String group) {
        JsonObject definition = CompactReader.object(stored.filled());
        if (stored.header().deleting()) {
            return cleanup.reconcile(definition);
        }
        List<JsonObject> all = new ArrayList<>();
        members(group).forEach(member -> all.add(CompactReader.object(member.filled())));
        JsonObject wanted = definition.copy();
        Acceptance.apply(wanted, all, Timestamps.seconds(env.wallTime()));
        if (!wanted.equals(definition)) {
            String name = Fields.text(definition, "metadata", "name");
            client.update(
                    Target.object(DEFINITIONS, "", name).subresource("status"), new Body.Tree(wanted), AS_APISERVER);
        }
        return true;
    }

    private List<Stored> members(String group) {
        List<Stored> members = new ArrayList<>();
        for (Iterator<Stored> all = store.snapshot().iterate(Definitions.RESOURCE, ""); all.hasNext(); ) {
            Stored stored = all.next();
            if (group(stored.key()).equals(group)) {
                members.add(stored);
            }
        }
        return members;
    }

    /// A definition's name is its plural and its group.
    private static String group(Key key) {
        return key.name().substring(key.name().indexOf('.') + 1);
    }
}
