package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Deletes many objects. One after the other each would wait for the disk by itself; so some are under way at a time,
/// and their commits share a sync.
final class CollectionDeletion {
    /// So few are deleted where they are, without starting tasks.
    private static final int FEW = 16;

    private static final int AT_ONCE = 64;

    /// Each deletion has deadlines of its own; this one is for very many of them.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Env env;
    private final Deletion deletion;

    CollectionDeletion(Env env, Deletion deletion) {
        this.env = env;
        this.deletion = deletion;
    }

    /// Returns when none of them is left to be deleted. What somebody else has deleted meanwhile is no failure.
    ///
    /// @throws ApiException the first failure; some objects are then deleted, and some are not
    void delete(Request request, ServedResource resource, List<Stored> objects, DeleteParameters parameters) {
        Run run = new Run(request, resource, objects, parameters);
        if (objects.size() <= FEW) {
            run.work();
        } else {
            run.spread();
        }
    }

    private final class Run {
        private final Request request;
        private final ServedResource resource;
        private final List<Stored> objects;
        private final DeleteParameters parameters;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

        Run(Request request, ServedResource resource, List<Stored> objects, DeleteParameters parameters) {
            this.request = request;
            this.resource = resource;
            this.objects = objects;
            this.parameters = parameters;
        }

        void spread() {
            List<Task> workers = new ArrayList<>();
            for (int i = 0; i < Math.min(AT_ONCE, objects.size()); i++) {
                workers.add(env.start("delete " + resource.storageName(), TaskKind.LIGHT, this::workFenced));
            }
            try {
                join(workers);
            } finally {
                next.set(objects.size()); // Nobody waits any more: what has not begun shall not begin.
            }
            RuntimeException first = failure.get();
            if (first != null) {
                throw first;
            }
        }

        private void join(List<Task> workers) {
            long end = env.monotonicNanos() + PATIENCE.toNanos();
            for (Task worker : workers) {
                if (!worker.join(Duration.ofNanos(Math.max(0, end - env.monotonicNanos())))) {
                    throw new ApiException(new ApiError.Timeout("the deletion took more than " + PATIENCE));
                }
            }
        }

        /// A task does not inherit what its request has proven.
        private void workFenced() {
            try {
                Fencing.with(request.fence(), () -> {
                    work();
                    return true;
                });
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
                next.set(objects.size());
            }
        }

        void work() {
            for (int i = next.getAndIncrement(); i < objects.size(); i = next.getAndIncrement()) {
                try {
                    deletion.delete(request.user(), resource, objects.get(i).key(), parameters);
                } catch (ApiException e) {
                    if (!(e.error() instanceof ApiError.NotFound)) {
                        throw e;
                    }
                }
            }
        }
    }
}
