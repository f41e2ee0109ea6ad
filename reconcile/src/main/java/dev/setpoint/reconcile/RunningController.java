package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.cache.Change;
import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.reconcile.cache.ReadScope;
import dev.setpoint.reconcile.cache.SharedInformer;
import dev.setpoint.reconcile.queue.Priority;
import dev.setpoint.reconcile.queue.RetryDelay;
import dev.setpoint.reconcile.queue.WorkQueue;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A [Controller] at work: handlers that put keys into its queue, and workers that take them out.
final class RunningController {
    private static final Logger LOG = LoggerFactory.getLogger(RunningController.class);
    private static final int CAPACITY = 1 << 20;
    private static final Duration POLL = Duration.ofMinutes(1);

    private final Controller controller;
    private final Env env;
    private final List<SharedInformer> informers;
    private final WorkQueue<ObjectKey> queue;
    private final Freshness freshness;
    private final ControllerMetrics metrics;
    private final List<Task> workers = new CopyOnWriteArrayList<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    /// The queue was full and refused a key: once there is room, everything is looked at.
    private final AtomicBoolean refused = new AtomicBoolean();

    /// @param informers one for each of the controller's sources, in their order
    RunningController(
            Controller controller,
            Env env,
            Client client,
            List<SharedInformer> informers,
            Function<GroupResource, List<ObjectCache>> caches,
            Metrics metrics) {
        this.controller = controller;
        this.env = env;
        this.informers = informers;
        this.queue = new WorkQueue<>(controller.name(), env, CAPACITY, RetryDelay.DEFAULT, metrics);
        this.freshness = new Freshness(env, client, caches, controller.freshWithin(), queue::done);
        this.metrics = new ControllerMetrics(metrics, controller);
        for (int i = 0; i < informers.size(); i++) {
            Source<?> source = controller.sources().get(i);
            informers.get(i).onChange(change -> changed(source, change));
        }
    }

    /// The second call changes nothing.
    void start() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        for (int i = 1; i <= controller.workers(); i++) {
            workers.add(env.start(controller.name() + "-" + i, TaskKind.DEDICATED, this::work));
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

    void join(Duration deadline) {
        for (Task worker : workers) {
            if (!worker.join(deadline)) {
                LOG.warn("{} did not end in time and is cancelled", worker.name());
                worker.cancel();
            }
        }
    }

    private void changed(Source<?> source, Change change) {
        if (!source.filter().test(change)) {
            return;
        }
        Priority priority = change.cause() == Change.Cause.EVENT ? Priority.NORMAL : Priority.BACKGROUND;
        Set<ObjectKey> keys = new LinkedHashSet<>();
        Stored before = change.before();
        Stored after = change.after();
        if (after != null) {
            keys.addAll(source.keys().apply(after));
        }
        if (before != null && change.cause() != Change.Cause.RESYNC) {
            keys.addAll(source.keys().apply(before));
        }
        keys.forEach(key -> add(key, priority));
    }

    private void add(ObjectKey key, Priority priority) {
        if (!queue.add(key, priority)) {
            refused.set(true);
        }
    }

    private void work() {
        for (SharedInformer informer : informers) {
            while (!informer.awaitSynced(POLL)) {
                if (queue.closed()) {
                    return;
                }
                LOG.warn("{} still waits for {}", controller.name(), informer);
            }
        }
        while (!queue.closed()) {
            queue.take(POLL).ifPresent(this::process);
            if (refused.get() && queue.depth() < CAPACITY / 2 && refused.compareAndSet(true, false)) {
                addEverything();
            }
        }
    }

    private void process(ObjectKey key) {
        List<Wait> waits = attempt(key);
        if (!freshness.hold(key, waits)) {
            queue.done(key);
        }
    }

    /// @return what the caches have to show before the key runs again
    private List<Wait> attempt(ObjectKey key) {
        Run run = new Run();
        long began = env.monotonicNanos();
        metrics.active.incrementAndGet();
        try {
            List<Wait> toPass = freshness.readWhatIsInDoubt(key);
            if (!toPass.isEmpty()) {
                queue.add(key);
                return toPass;
            }
            Set<GroupResource> behind = freshness.stillBehind(key);
            ended(
                    key,
                    run.call(() -> ReadScope.readingLive(
                            behind, () -> controller.reconciler().reconcile(key))));
        } catch (CancellationException e) {
            throw e;
        } catch (TerminalException e) {
            LOG.error("{} {}: {}", controller.name(), key, e.getMessage(), e.getCause());
            metrics.terminal.increment();
            metrics.failure.increment();
            metrics.errors.increment();
            queue.forget(key);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            failed(key, e);
        } finally {
            metrics.active.decrementAndGet();
            metrics.time.observeNanos(env.monotonicNanos() - began);
        }
        return run.waits();
    }

    private void ended(ObjectKey key, Outcome outcome) {
        queue.forget(key);
        switch (outcome) {
            case Outcome.Done _ -> metrics.success.increment();
            case Outcome.CheckAgain(var after) -> {
                metrics.again.increment();
                queue.addAfter(key, after);
            }
        }
    }

    private void failed(ObjectKey key, Throwable e) {
        metrics.failure.increment();
        metrics.errors.increment();
        Duration delay = queue.retry(key);
        int failures = queue.failures(key);
        if (e instanceof ApiException) {
            LOG.info(
                    "{} {} failed ({} times), again in {}: {}",
                    controller.name(),
                    key,
                    failures,
                    delay,
                    e.getMessage());
        } else {
            LOG.error("{} {} failed ({} times), again in {}", controller.name(), key, failures, delay, e);
        }
    }

    private void addEverything() {
        LOG.warn("{}: the queue was full; everything is looked at again", controller.name());
        for (int i = 0; i < informers.size(); i++) {
            Source<?> source = controller.sources().get(i);
            for (Stored object : informers.get(i).cache().all()) {
                changed(source, new Change(object, object, Change.Cause.RESYNC));
            }
        }
    }
}
