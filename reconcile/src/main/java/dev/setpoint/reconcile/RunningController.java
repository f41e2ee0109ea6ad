package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.reconcile.cache.ReadScope;
import dev.setpoint.reconcile.cache.SharedInformer;
import dev.setpoint.reconcile.queue.Priority;
import dev.setpoint.reconcile.queue.RetryDelay;
import dev.setpoint.reconcile.queue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A [Controller] at work: handlers that put keys into its queue, and workers that take them out.
final class RunningController<K> {
    private static final Logger log = LoggerFactory.getLogger(RunningController.class);
    /// How long caches may stay empty before people hear of it.
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /// A worker without work waits; closing the queue wakes it.
    private static final Duration IDLE = Duration.ofHours(1);

    private static final int FEW = 8;

    private final Controller<K> controller;
    private final Reconciler<K> reconciler;
    private final int capacity;
    private final Env env;
    private final List<SharedInformer> informers;
    /// The controller's, reading the objects of this process.
    private final List<Source<K>> sources;
    private final DecodedObjects objects;
    private final WorkQueue<K> queue;
    private final Freshness<K> freshness;
    private final ControllerMetrics metrics;
    /// What it follows beyond its description.
    private final List<Late<K>> late = new CopyOnWriteArrayList<>();
    private final List<Task> workers = new CopyOnWriteArrayList<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Sweep<K> sweep;
    private final Wakings<K> wakings = new Wakings<>();
    /// Empty when a key hears its own writes like any others.
    private final Optional<Echoes<K>> echoes;

    /// @param reconciler what the controller made for this process
    /// @param capacity how many keys its queue holds
    /// @param informers one for each of the controller's sources, in their order
    RunningController(
            Controller<K> controller,
            Reconciler<K> reconciler,
            int capacity,
            Env env,
            Client client,
            List<SharedInformer> informers,
            Function<GroupResource, List<ObjectCache>> caches,
            Metrics metrics) {
        this.controller = controller;
        this.reconciler = reconciler;
        this.capacity = capacity;
        this.env = env;
        this.informers = informers;
        this.queue = new WorkQueue<>(controller.name(), env, capacity, RetryDelay.DEFAULT, metrics);
        this.freshness = new Freshness<>(env, client, caches, controller.freshWithin(), queue::done, queue::add);
        this.metrics = new ControllerMetrics(metrics, controller);
        this.sweep = new Sweep<>(queue, this::everything);
        this.echoes = controller.echo() == Controller.Echo.PASSES
                ? Optional.of(new Echoes<>(informers.getFirst().resource()))
                : Optional.empty();
        this.objects = client.decoded();
        this.sources =
                controller.sources().stream().map(source -> source.in(objects)).toList();
        for (int i = 0; i < informers.size(); i++) {
            Source<K> source = sources.get(i);
            informers.get(i).onChange(change -> changed(source, change));
        }
    }

    /// A kind that came later.
    private record Late<K>(Source<K> source, SharedInformer informer) {}

    /// This very controller at work, if it is this one.
    @SuppressWarnings("unchecked") // One description has keys of one type.
    <L> Optional<RunningController<L>> as(Controller<L> description) {
        return description.equals(controller) ? Optional.of((RunningController<L>) this) : Optional.empty();
    }

    /// From now on, and of all that is there already.
    void follow(Source<K> described, SharedInformer informer) {
        Source<K> source = described.in(objects);
        late.removeIf(before -> before.informer().resource().equals(informer.resource()));
        late.add(new Late<>(source, informer));
        informer.onChange(change -> changed(source, change));
    }

    /// The second call changes nothing.
    void start() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        for (int i = 1; i <= controller.workers(); i++) {
            workers.add(env.start(controller.name() + "-" + i, controller.carrier(), this::work));
        }
    }

    /// A cache that this controller's keys may be waiting for has moved.
    void progress() {
        freshness.progress();
    }

    /// No key is taken any more; reconciles that run go on to their end.
    void stop() {
        queue.close();
    }

    List<Task> workers() {
        return workers;
    }

    private void changed(Source<K> source, CacheChange change) {
        if (!source.filter().test(change)) {
            return;
        }
        Priority priority = change.cause() == CacheChange.Cause.EVENT ? Priority.NORMAL : Priority.BACKGROUND;
        Stored before = change.before();
        Stored after = change.after();
        Collection<K> now = after == null ? List.of() : source.keys().apply(after);
        Collection<K> earlier = before == null || change.cause() == CacheChange.Cause.RESYNC
                ? List.of()
                : source.keys().apply(before);
        for (K key : now) {
            Duration window = source.window().apply(key);
            if (!echoed(key, source, change, window)) {
                wake(key, change, priority, window);
            }
        }
        for (K key : earlier) {
            // A key waits once, however often it is woken; among a few it costs less to see that it was.
            if (now.size() > FEW || !now.contains(key)) {
                wake(key, change, priority, source.window().apply(key));
            }
        }
    }

    private boolean echoed(K key, Source<K> source, CacheChange change, Duration window) {
        return echoes.isPresent()
                && change.cause() == CacheChange.Cause.EVENT
                && echoes.get()
                        .takes(
                                key,
                                source.typed().resource().groupResource(),
                                change.object().revision(),
                                window);
    }

    private void wake(K key, CacheChange change, Priority priority, Duration window) {
        if (change.cause() == CacheChange.Cause.EVENT) {
            wakings.woken(key, change.object().revision());
        }
        wake(key, priority, window);
    }

    private void wake(K key, Priority priority, Duration window) {
        if (!queue.addAfter(key, window, priority) && !queue.closed()) {
            wakings.refused(key);
            sweep.ask();
        }
    }

    private void work() {
        for (SharedInformer informer : informers) {
            while (!informer.awaitSynced(PATIENCE)) {
                if (queue.closed()) {
                    return;
                }
                log.warn("{} still waits for {}", controller.name(), informer);
            }
        }
        while (!queue.closed()) {
            queue.take(IDLE).ifPresent(this::process);
            if (queue.depth() < capacity / 2) {
                sweep.advance();
            }
        }
    }

    private void process(K key) {
        Cause.Run cause = new Cause.Run(controller.name(), key.toString(), wakings.ofNextRun(key));
        Run run = new Run(RunTrace.begin(controller.tracer(), controller.name(), key), cause);
        echoes.ifPresent(heard -> heard.begin(key));
        List<Wait> waits = attempt(key, run);
        echoes.flatMap(heard -> heard.end(key, run.writes())).ifPresent(window -> wake(key, Priority.NORMAL, window));
        if (!freshness.hold(key, waits)) {
            queue.done(key);
        }
    }

    /// @return what the caches have to show before the key runs again
    private List<Wait> attempt(K key, Run run) {
        long began = env.monotonicNanos();
        metrics.active.incrementAndGet();
        try {
            List<Wait> toPass = freshness.readWhatIsInDoubt(key);
            if (!toPass.isEmpty()) {
                queue.add(key);
                run.trace().waits();
                return toPass;
            }
            List<Wait> behind = freshness.stillBehind(key);
            Outcome outcome = run.call(() -> behind.isEmpty() ? reconciler.reconcile(key) : live(key, behind));
            ended(key, outcome);
            run.trace().ended(outcome);
        } catch (TerminalException e) {
            log.error("{} {}: {}", controller.name(), key, e.getMessage(), e.getCause());
            metrics.terminal.increment();
            metrics.failure.increment();
            metrics.errors.increment();
            queue.forget(key);
            run.trace().failed(e, 1);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            failed(key, e);
            run.trace().failed(e, queue.failures(key));
        } finally {
            metrics.active.decrementAndGet();
            metrics.time.observeNanos(env.monotonicNanos() - began);
        }
        return run.waits();
    }

    private Outcome live(K key, List<Wait> behind) {
        Set<GroupResource> resources = new LinkedHashSet<>();
        behind.forEach(wait -> resources.add(wait.resource()));
        ReadScope scope = new ReadScope(resources);
        try {
            return scope.call(() -> reconciler.reconcile(key));
        } finally {
            List<Wait> seen = new ArrayList<>(behind);
            scope.newest().forEach((resource, revision) -> seen.add(new Wait.Reached(resource, revision)));
            freshness.ranLive(key, seen);
        }
    }

    private void ended(K key, Outcome outcome) {
        queue.forget(key);
        switch (outcome) {
            case Outcome.Done _ -> metrics.success.increment();
            case Outcome.CheckAgain(var after) -> {
                metrics.again.increment();
                queue.addAfter(key, after);
            }
        }
    }

    /// A worker that is being cancelled comes by here too: it ends at its next wait.
    private void failed(K key, Throwable e) {
        metrics.failure.increment();
        metrics.errors.increment();
        Duration delay = queue.retry(key, pause(e));
        int failures = queue.failures(key);
        if (e instanceof ApiException || e instanceof CancellationException) {
            log.info(
                    "{} {} failed ({} times), again in {}: {}",
                    controller.name(),
                    key,
                    failures,
                    delay,
                    e.getMessage());
        } else {
            log.error("{} {} failed ({} times), again in {}", controller.name(), key, failures, delay, e);
        }
    }

    private static Duration pause(Throwable failure) {
        return failure instanceof ApiException e ? e.error().retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
    }

    private Iterator<K> everything() {
        log.warn("{}: the queue was full; everything is looked at again", controller.name());
        Stream<Late<K>> described =
                IntStream.range(0, informers.size()).mapToObj(i -> new Late<>(sources.get(i), informers.get(i)));
        return Stream.concat(described, late.stream())
                .flatMap(each -> each.informer().cache().all().stream()
                        .flatMap(object -> each.source().keys().apply(object).stream()))
                .iterator();
    }
}
