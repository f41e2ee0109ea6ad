package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.reconcile.cache.ReadMetrics;
import dev.setpoint.reconcile.cache.SharedInformer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.reconcile.event.EventSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The loops of one process and what they share: one informer for each kind, one client, one sink of events.
///
///     try (Loops loops = new Loops(env.child("controllers"), client, metrics)) {
///         loops.add(Controller.of(ReplicaSet.class).owns(Pod.class).workers(5).reconcile(reconciler));
///         loops.start();
///         ...
///     }
///
/// Informers and controllers that are added before [#start] begin with it; later ones begin at once. A
/// controller begins to work when the caches of all its kinds are filled.
public final class Loops implements AutoCloseable {
    /// How long reconciles that run may take to end when their process stops.
    private static final Duration GRACE = Duration.ofSeconds(3);
    /// How long whatever was cancelled may take to notice.
    private static final Duration NOTICE = Duration.ofSeconds(1);

    /// More than a cluster has objects of a kind; a controller that gets there looks at everything again.
    private static final int QUEUED_KEYS = 1 << 20;

    private final Env env;
    private final Client direct;
    private final RecordingClient client;
    private final Metrics metrics;
    private final EventSink events;
    /// By group, resource and version: each version has bytes of its own.
    private final Map<String, SharedInformer> informers;
    /// The caches of a resource, one for each version that somebody reads.
    private final Map<GroupResource, List<ObjectCache>> caches;

    private final List<RunningController<?>> controllers;
    private final AtomicBoolean started;

    public Loops(Env env, Client client, Metrics metrics) {
        this.env = env;
        this.direct = client;
        this.client = new RecordingClient(client, this::caches, new ReadMetrics(metrics).served);
        this.metrics = metrics;
        this.events = new EventSink(env, client, metrics);
        this.informers = new ConcurrentSkipListMap<>();
        this.caches = new ConcurrentHashMap<>();
        this.controllers = new CopyOnWriteArrayList<>();
        this.started = new AtomicBoolean();
    }

    private Loops(Loops shared, Client client) {
        this.env = shared.env;
        this.direct = shared.direct;
        this.metrics = shared.metrics;
        this.events = shared.events;
        this.informers = shared.informers;
        this.caches = shared.caches;
        this.controllers = shared.controllers;
        this.started = shared.started;
        this.client = new RecordingClient(client, this::caches, new ReadMetrics(metrics).served);
    }

    /// The same loops in the eyes of one that acts as somebody else: what it reads comes from the same
    /// caches, what it writes goes through this client.
    public Loops as(Client client) {
        return new Loops(this, client);
    }

    public <T extends HasMetadata> Informer<T> informer(Class<T> type) {
        return informer(Typed.of(type));
    }

    /// The one informer of a kind, made when first asked for, read as this class.
    public <T extends HasMetadata> Informer<T> informer(Typed<T> typed) {
        return shared(typed.resource()).as(typed);
    }

    /// For reconcilers: a key whose run wrote through this client runs again only when the caches show the
    /// writes.
    public Client client() {
        return client;
    }

    /// @param component who speaks, as people see it: `replicaset-controller`
    public EventRecorder events(String component) {
        return events(component, "");
    }

    /// @param host the node that it speaks from
    public EventRecorder events(String component, String host) {
        return events.recorder(component, host);
    }

    /// The world of the process.
    public Env env() {
        return env;
    }

    public <K> void add(Controller<K> controller) {
        List<SharedInformer> sources = new ArrayList<>();
        controller.sources().forEach(source -> sources.add(shared(source.typed().resource())));
        Reconciler<K> reconciler = controller.reconciler().apply(this);
        RunningController<K> running = new RunningController<>(
                controller, reconciler, QUEUED_KEYS, env, direct, sources, this::caches, metrics);
        controllers.add(running);
        if (started.get()) {
            running.start();
        }
    }

    /// Lets a controller follow one more kind, such as a custom resource that was defined just now.
    ///
    /// @param controller as it was added; one that was not follows nothing
    public <K> void follow(Controller<K> controller, Source<K> source) {
        SharedInformer informer = shared(source.typed().resource());
        for (RunningController<?> running : controllers) {
            running.as(controller).ifPresent(same -> same.follow(source, informer));
        }
    }

    /// Ends the informer of a kind that is no longer served. Controllers that followed it hear no more of it.
    public void forget(GroupVersionResource resource) {
        SharedInformer informer = informers.remove(name(resource));
        if (informer != null) {
            caches.computeIfPresent(resource.groupResource(), (_, all) -> without(informer.cache(), all));
            informer.task().ifPresent(Task::cancel);
        }
    }

    /// Null when that was the last, so that the map forgets the resource.
    private static @Nullable List<ObjectCache> without(ObjectCache gone, List<ObjectCache> all) {
        List<ObjectCache> left =
                all.stream().filter(cache -> !cache.equals(gone)).toList();
        return left.isEmpty() ? null : left;
    }

    public void start() {
        if (started.getAndSet(true)) {
            throw new IllegalStateException("started twice");
        }
        events.start();
        informers.values().forEach(SharedInformer::start);
        controllers.forEach(RunningController::start);
    }

    public boolean hasSynced() {
        return informers.values().stream().allMatch(SharedInformer::hasSynced);
    }

    /// Waits until every informer has its first list; false when the deadline came first.
    public boolean awaitSynced(Duration deadline) {
        long end = env.monotonicNanos() + deadline.toNanos();
        for (SharedInformer informer : informers.values()) {
            if (!informer.awaitSynced(Duration.ofNanos(Math.max(0, end - env.monotonicNanos())))) {
                return false;
            }
        }
        return true;
    }

    /// Lets running reconciles end, then stops everything and waits for it.
    @Override
    public void close() {
        controllers.forEach(RunningController::stop);
        List<Task> workers = controllers.stream()
                .flatMap(controller -> controller.workers().stream())
                .toList();
        if (!join(workers, GRACE)) {
            workers.forEach(Task::cancel);
            join(workers, NOTICE);
        }
        List<Task> followers = informers.values().stream()
                .flatMap(informer -> informer.task().stream())
                .toList();
        followers.forEach(Task::cancel);
        join(followers, NOTICE);
        events.close();
    }

    private boolean join(List<Task> tasks, Duration deadline) {
        long end = env.monotonicNanos() + deadline.toNanos();
        boolean all = true;
        for (Task task : tasks) {
            all &= task.join(Duration.ofNanos(Math.max(0, end - env.monotonicNanos())));
        }
        return all;
    }

    private SharedInformer shared(GroupVersionResource resource) {
        String name = name(resource);
        SharedInformer informer = informers.get(name);
        if (informer != null) {
            return informer;
        }
        SharedInformer made = new SharedInformer(resource, direct, env, metrics);
        made.onProgress(() -> controllers.forEach(RunningController::progress));
        SharedInformer raced = informers.putIfAbsent(name, made);
        if (raced != null) {
            return raced;
        }
        caches.merge(resource.groupResource(), List.of(made.cache()), Loops::joined);
        if (started.get()) {
            made.start();
        }
        return made;
    }

    private static String name(GroupVersionResource resource) {
        return resource.groupResource() + "/" + resource.version();
    }

    private List<ObjectCache> caches(GroupResource resource) {
        return caches.getOrDefault(resource, List.of());
    }

    private static List<ObjectCache> joined(List<ObjectCache> some, List<ObjectCache> more) {
        List<ObjectCache> joined = new ArrayList<>(some);
        joined.addAll(more);
        return joined;
    }
}
