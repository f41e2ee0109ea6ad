package dev.setpoint.client.testing;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A control plane of trees in memory.
///
/// Faults are switched on by the test and named after what a client sees: a call that fails before or after
/// it took effect, events that stay away, a watch that ends or expires, events that come twice.
public final class FakeClient implements Client {
    /// Where a call fails.
    public enum When {
        /// Nothing was done.
        BEFORE,
        /// It was done, and only the answer is lost.
        AFTER
    }

    private record Fault(Predicate<Call> which, RuntimeException failure, When when) {}

    private record Change(
            long revision,
            @Nullable Stored before,
            @Nullable Stored after) {}

    private record OpenWatch(String resource, FakeWatch watch) {}

    /// The log begins after this revision and has one entry for each.
    private static final long BEGINNING = 100;

    private final Env env;
    private final FakeWrites writes;
    /// Guards everything below; never held across a call to `Env`.
    private final Object lock = new Object();

    private final Map<Key, Stored> objects = new TreeMap<>();
    private final List<Change> log = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<OpenWatch> watches = new ArrayList<>();
    private final Set<String> held = new TreeSet<>();
    private boolean duplicating;
    private long revision = BEGINNING;
    private long oldest = BEGINNING;

    public FakeClient(Env env) {
        this.env = env;
        this.writes = new FakeWrites(env);
    }

    // ---- faults -----------------------------------------------------------------------------------------------

    /// The next call that matches fails like this, once.
    public void failNext(Predicate<Call> which, ApiError error, When when) {
        synchronized (lock) {
            faults.add(new Fault(which, new ApiException(error), when));
        }
    }

    /// The next call that matches meets a defect of the client itself, once, before it has done anything.
    public void breakNext(Predicate<Call> which, RuntimeException defect) {
        synchronized (lock) {
            faults.add(new Fault(which, defect, When.BEFORE));
        }
    }

    /// Events of a resource stay away until [#release]; everything else goes on.
    public void hold(String resource) {
        synchronized (lock) {
            held.add(resource);
        }
    }

    public void release(String resource) {
        synchronized (lock) {
            held.remove(resource);
        }
        watchesOf(resource).forEach(FakeWatch::ring);
    }

    /// Ends every open watch of a resource, as a lost connection would.
    public void closeWatches(String resource) {
        watchesOf(resource).forEach(FakeWatch::end);
    }

    /// Forgets the past: open watches of the resource and places before now are told to list again.
    public void expireWatches(String resource) {
        synchronized (lock) {
            oldest = revision;
        }
        watchesOf(resource).forEach(FakeWatch::expire);
    }

    /// From now on every event comes twice, and the last one before it once more.
    public void duplicateEvents() {
        synchronized (lock) {
            duplicating = true;
        }
    }

    /// Ends every fault that is still to come.
    public void heal() {
        List<String> released;
        synchronized (lock) {
            faults.clear();
            duplicating = false;
            released = List.copyOf(held);
        }
        released.forEach(this::release);
    }

    /// Every call so far, in order.
    public List<Call> calls() {
        synchronized (lock) {
            return List.copyOf(calls);
        }
    }

    public long count(String verb, String resource) {
        return calls().stream().filter(call -> call.is(verb, resource)).count();
    }

    public long revision() {
        synchronized (lock) {
            return revision;
        }
    }

    // ---- reads ------------------------------------------------------------------------------------------------

    @Override
    public Stored get(Target target) {
        return call("get", target, () -> {
            Stored object = current(target);
            return target.subresource().equals("scale") ? FakeScales.of(object) : object;
        });
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return call("list", collection, () -> {
            Predicate<Stored> selected = FakeSelection.of(options.labelSelector(), options.fieldSelector());
            List<Stored> items = objects.values().stream()
                    .filter(object -> inside(collection, object.key()) && selected.test(object))
                    .toList();
            return new ObjectList(revision, items, "");
        });
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return call("watch", collection, () -> {
            if (options.after() < oldest) {
                throw new ApiException(new ApiError.Expired(
                        "too old resource version: " + options.after() + " (" + oldest + ")", Optional.empty()));
            }
            Predicate<Stored> selected = FakeSelection.of(options.labelSelector(), options.fieldSelector());
            FakeWatch watch = new FakeWatch(env, options.after(), place -> after(place, collection, selected));
            watches.add(new OpenWatch(collection.resource().groupResource().toString(), watch));
            return watch;
        });
    }

    // ---- writes -----------------------------------------------------------------------------------------------

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        FakeWrites.Birth birth = writes.birth();
        return call("create", target, () -> {
            if (target.subresource().equals("binding")) {
                JsonObject pod = FakeObjects.tree(current(target));
                return commit(
                        key(target, target.name()), FakePods.bound(target, pod, FakeWrites.tree(body), birth.time()));
            }
            if (!target.subresource().isEmpty()) {
                throw new ApiException(new ApiError.NoSuchPath());
            }
            JsonObject created = FakeWrites.created(target, body, birth);
            Key key = key(target, created.child("metadata").textOr("name", ""));
            if (objects.containsKey(key)) {
                throw new ApiException(
                        new ApiError.AlreadyExists(target.resource().groupResource(), key.name()));
            }
            return options.dryRun() ? stored(key, created, revision) : commit(key, created);
        });
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return call("update", target, () -> {
            JsonObject wanted = FakeWrites.tree(body);
            boolean scale = target.subresource().equals("scale");
            return replace(target, scale ? FakeScales.resized(current(target), wanted) : wanted, options);
        });
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        if (type != PatchType.MERGE && type != PatchType.STRATEGIC) {
            throw new IllegalArgumentException("type: " + type + " (expected: MERGE or STRATEGIC)");
        }
        return call("patch", target, () -> {
            JsonObject patched = FakeObjects.tree(current(target));
            String uid = patched.child("metadata").textOr("uid", "");
            FakeWrites.merge(patched, FakeWrites.tree(body), type);
            if (!uid.equals(patched.child("metadata").textOr("uid", ""))) {
                throw new ApiException(new ApiError.Conflict(
                        target.resource().groupResource(), target.name(), "the uid is another one"));
            }
            return replace(target, patched, options);
        });
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        Instant now = env.wallTime();
        call("delete", target, () -> {
            deleteNow(current(target), target, options, now);
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        Instant now = env.wallTime();
        call("deletecollection", collection, () -> {
            Predicate<Stored> selected = FakeSelection.of(selection.labelSelector(), selection.fieldSelector());
            List<Stored> all = objects.values().stream()
                    .filter(object -> inside(collection, object.key()) && selected.test(object))
                    .toList();
            all.forEach(object -> deleteNow(object, collection, options, now));
            return collection;
        });
    }

    // ---- inside, under the lock -------------------------------------------------------------------------------

    private Stored replace(Target target, JsonObject wanted, WriteOptions options) {
        Stored before = current(target);
        String expected = wanted.child("metadata").textOr("resourceVersion", "");
        if (!expected.isEmpty() && !expected.equals(Long.toString(before.revision()))) {
            throw new ApiException(new ApiError.Conflict(
                    target.resource().groupResource(),
                    target.name(),
                    "the object has been modified; please apply your changes to the latest version and try again"));
        }
        JsonObject now = FakeObjects.tree(before);
        JsonObject updated = FakeWrites.updated(now, wanted, target.subresource());
        if (updated.equals(now) || options.dryRun()) {
            return before;
        }
        boolean released = before.header().deleting() && !FakeWrites.finalizers(updated) && !FakePods.hasGrace(updated);
        return released ? remove(before) : commit(before.key(), updated);
    }

    private void deleteNow(Stored object, Target target, DeleteOptions options, Instant now) {
        boolean sameUid = options.uid().map(object.header().uid()::equals).orElse(true);
        boolean sameRevision = options.resourceVersion()
                .map(Long.toString(object.revision())::equals)
                .orElse(true);
        if (!sameUid || !sameRevision) {
            throw new ApiException(new ApiError.Conflict(
                    target.resource().groupResource(), object.key().name(), "the precondition does not hold"));
        }
        boolean graceful = options.gracePeriodSeconds().orElse(0) > 0;
        JsonObject deleting = FakeWrites.deleting(
                FakeObjects.tree(object),
                options.propagation(),
                now,
                options.gracePeriodSeconds().orElse(0));
        if (!FakeWrites.finalizers(deleting) && !graceful) {
            remove(object);
        } else if (!object.header().deleting() || (!graceful && FakePods.hasGrace(FakeObjects.tree(object)))) {
            commit(object.key(), deleting);
        }
    }

    private Stored commit(Key key, JsonObject object) {
        revision++;
        Stored after = stored(key, object, revision);
        log.add(new Change(revision, objects.put(key, after), after));
        return after;
    }

    private Stored remove(Stored object) {
        revision++;
        objects.remove(object.key());
        log.add(new Change(revision, object, null));
        return object.at(revision);
    }

    private FakeWatch.Batch after(long place, Target collection, Predicate<Stored> selected) {
        synchronized (lock) {
            String resource = collection.resource().groupResource().toString();
            if (held.contains(resource)) {
                return new FakeWatch.Batch(List.of(), place);
            }
            List<WatchEvent> events = new ArrayList<>();
            for (Change change : log.subList((int) (place - BEGINNING), log.size())) {
                WatchEvent event = event(change, collection, selected);
                boolean mine = event != null && key(change).resource().equals(resource);
                if (mine) {
                    events.add(event);
                    if (duplicating) {
                        events.addAll(List.copyOf(events));
                    }
                }
            }
            return new FakeWatch.Batch(events, Math.max(place, revision));
        }
    }

    private static @Nullable WatchEvent event(Change change, Target collection, Predicate<Stored> selected) {
        Stored before = change.before;
        Stored after = change.after;
        if (!inside(collection, key(change))) {
            return null;
        }
        boolean was = before != null && selected.test(before);
        boolean is = after != null && selected.test(after);
        if (after != null && is) {
            return was ? new WatchEvent.Modified(after) : new WatchEvent.Added(after);
        }
        return before != null && was ? new WatchEvent.Deleted(before.at(change.revision)) : null;
    }

    private static Key key(Change change) {
        Stored before = change.before;
        Stored after = change.after;
        if (after != null) {
            return after.key();
        }
        if (before != null) {
            return before.key();
        }
        throw new IllegalStateException("a change of nothing at " + change.revision);
    }

    private Stored current(Target target) {
        Stored object = objects.get(key(target, target.name()));
        if (object == null) {
            throw new ApiException(new ApiError.NotFound(target.resource().groupResource(), target.name()));
        }
        return object;
    }

    private static Stored stored(Key key, JsonObject object, long revision) {
        return FakeObjects.stored(key.resource(), object, revision);
    }

    private static Key key(Target target, String name) {
        return new Key(target.resource().groupResource().toString(), target.namespace(), name);
    }

    private static boolean inside(Target collection, Key key) {
        return key.resource().equals(collection.resource().groupResource().toString())
                && (collection.namespace().isEmpty() || collection.namespace().equals(key.namespace()));
    }

    // ---- outside of the lock ----------------------------------------------------------------------------------

    private List<FakeWatch> watchesOf(String resource) {
        synchronized (lock) {
            return watches.stream()
                    .filter(open -> open.resource.equals(resource))
                    .map(OpenWatch::watch)
                    .toList();
        }
    }

    private <R> R call(String verb, Target target, Supplier<R> body) {
        env.giveWay();
        Call call = new Call(verb, target);
        R answer;
        Fault fault;
        synchronized (lock) {
            calls.add(call);
            fault = faults.stream()
                    .filter(each -> each.which.test(call))
                    .findFirst()
                    .orElse(null);
            faults.remove(fault);
            if (fault != null && fault.when == When.BEFORE) {
                throw fault.failure;
            }
            answer = body.get();
        }
        watchesOf(target.resource().groupResource().toString()).forEach(FakeWatch::ring);
        if (fault != null) {
            throw fault.failure;
        }
        return answer;
    }
}
