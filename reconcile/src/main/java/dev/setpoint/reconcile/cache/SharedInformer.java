package dev.setpoint.reconcile.cache;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.reconcile.cache.CacheChange.Cause;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What all informers of one resource share, whatever class they read it as: one reflector's task feeds one
/// cache and then tells every handler.
public final class SharedInformer implements Reflector.Sink {
    public static final Duration DEFAULT_RESYNC = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(SharedInformer.class);
    /// How long a watch may be silent before its task looks around.
    private static final Duration IDLE = Duration.ofMinutes(1);
    /// How many objects a resync tells of before it lets events pass.
    private static final int RESYNC_CHUNK = 500;

    private final GroupVersionResource resource;
    private final Client client;
    private final Env env;
    private final Metrics registry;
    private final ReflectorMetrics metrics;
    private final ReadMetrics reads;
    private final ObjectCache cache = new ObjectCache();
    private final List<Handler> handlers = new CopyOnWriteArrayList<>();
    private final List<Runnable> progress = new CopyOnWriteArrayList<>();
    private final Promise<Boolean> synced;
    private volatile Duration resyncEvery = DEFAULT_RESYNC;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable Task task;
    private long resyncedNanos;
    private Iterator<Stored> toResync = Collections.emptyIterator();

    public SharedInformer(GroupVersionResource resource, Client client, Env env, Metrics metrics) {
        this.resource = resource;
        this.client = client;
        this.env = env;
        this.registry = metrics;
        this.metrics = new ReflectorMetrics(metrics, resource.groupResource().toString());
        this.reads = new ReadMetrics(metrics);
        this.synced = env.promise();
        cache.index(Index.OWNER);
        if (resource.groupResource().toString().equals("pods")) {
            cache.index(Index.NODE);
        }
    }

    /// Begins to follow the cluster; the second call changes nothing.
    public void start() {
        if (begun.compareAndSet(false, true)) {
            registry.gauge(
                    "informer_objects",
                    "How many objects the cache of a kind holds",
                    cache::size,
                    "resource",
                    resource().toString());
            task = env.start("informer-" + resource(), TaskKind.LIGHT, this::follow);
        }
    }

    private void follow() {
        resyncedNanos = env.monotonicNanos();
        new Reflector(env, client, Target.collection(resource, ""), this, metrics).run();
    }

    /// What [#start] started; whoever cancels it ends the informer.
    public Optional<Task> task() {
        return Optional.ofNullable(task);
    }

    /// The same resource, read as a class.
    public <T extends HasMetadata> Informer<T> as(Typed<T> typed) {
        return new TypedInformer<>(typed.in(client.decoded()), this);
    }

    public GroupResource resource() {
        return resource.groupResource();
    }

    /// The cache, or what the server says now where the current scope asks for that.
    ObjectCache objects() {
        ObjectCache chosen = ReadScope.choose(resource, cache, this::listed);
        (chosen == cache ? reads.cached : reads.served).increment();
        return chosen;
    }

    /// The cache itself, wherever the current scope reads.
    public ObjectCache cache() {
        return cache;
    }

    public boolean hasSynced() {
        return synced.done();
    }

    public boolean awaitSynced(Duration deadline) {
        return synced.await(deadline).isPresent();
    }

    void index(Index index) {
        cache.index(index.in(client.decoded()));
    }

    void resyncEvery(Duration newInterval) {
        resyncEvery = newInterval;
    }

    public void onChange(Handler handler) {
        handlers.add(handler);
        // Whoever comes late hears of what is there; what changes meanwhile it may hear twice.
        for (Stored object : cache.all()) {
            tell(handler, new CacheChange(null, object, Cause.INITIAL));
        }
    }

    /// Runs after the cache has moved on, always in the informer's task. It must not block.
    public void onProgress(Runnable action) {
        progress.add(action);
    }

    @Override
    public void replace(List<Stored> objects, long revision) {
        List<CacheChange> changes = new ArrayList<>();
        Set<ObjectKey> present = HashSet.newHashSet(objects.size());
        Cause cause = hasSynced() ? Cause.EVENT : Cause.INITIAL;
        for (Stored object : objects) {
            present.add(ObjectKey.of(object.key()));
            put(object, cause, changes);
        }
        for (Stored object : cache.all()) {
            ObjectKey key = ObjectKey.of(object.key());
            if (!present.contains(key)) {
                changes.add(new CacheChange(cache.remove(key), null, cause));
            }
        }
        publish(changes, revision);
        synced.complete(true);
    }

    @Override
    public void apply(List<WatchEvent> events, long revision) {
        List<CacheChange> changes = new ArrayList<>(events.size());
        for (WatchEvent event : events) {
            switch (event) {
                case WatchEvent.Added(var object) -> put(object, Cause.EVENT, changes);
                case WatchEvent.Modified(var object) -> put(object, Cause.EVENT, changes);
                case WatchEvent.Deleted(var object) -> {
                    Stored before = cache.remove(ObjectKey.of(object.key()));
                    // The last state that the event carries may be newer than what was cached.
                    if (before != null) {
                        changes.add(new CacheChange(object, null, Cause.EVENT));
                    }
                }
                case WatchEvent.Bookmark _ -> {}
            }
        }
        publish(changes, revision);
    }

    @Override
    public Duration idle() {
        long now = env.monotonicNanos();
        if (now - resyncedNanos >= resyncEvery.toNanos()) {
            resyncedNanos = now;
            toResync = cache.all().iterator();
        }
        for (int told = 0; told < RESYNC_CHUNK && toResync.hasNext(); told++) {
            Stored object = toResync.next();
            tellAll(new CacheChange(object, object, Cause.RESYNC));
        }
        long due = resyncedNanos + resyncEvery.toNanos() - now;
        return toResync.hasNext() ? Duration.ZERO : Duration.ofNanos(Math.min(due, IDLE.toNanos()));
    }

    private void put(Stored object, Cause cause, List<CacheChange> changes) {
        Stored before = cache.put(object);
        if (before == null || before.revision() != object.revision()) {
            changes.add(new CacheChange(before, object, cause));
        }
    }

    private void publish(List<CacheChange> changes, long revision) {
        cache.reached(revision);
        changes.forEach(this::tellAll);
        progress.forEach(Runnable::run);
    }

    private void tellAll(CacheChange change) {
        for (Handler handler : handlers) {
            tell(handler, change);
        }
    }

    private void tell(Handler handler, CacheChange change) {
        try {
            handler.changed(change);
        } catch (RuntimeException e) {
            // A handler is a stranger's code and shares this task with others: its defect costs it this one change,
            // until the next resync, and nobody else anything.
            log.error("a handler of {} failed on {}", resource(), change.object(), e);
        }
    }

    private ObjectCache listed() {
        ObjectList list = Reflector.wholeList(client, Target.collection(resource, ""));
        ObjectCache live = new ObjectCache();
        cache.indexList().forEach(live::index);
        for (Stored object : list.items()) {
            live.put(object);
        }
        live.reached(list.revision());
        return live;
    }

    @Override
    public String toString() {
        return "informer of " + resource() + " at " + cache.revision();
    }
}
