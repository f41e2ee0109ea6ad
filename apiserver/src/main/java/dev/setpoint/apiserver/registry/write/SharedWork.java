package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes of one request that do not depend on one another, made by several threads: the store commits what comes at
/// the same time with one sync.
public final class SharedWork {
    /// As many as are worth sharing a sync.
    private static final int MOST_THREADS = 32;

    /// Each thread has some of the work to do before another is worth starting.
    private static final int SMALLEST_SHARE = 4;

    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    private final Env env;

    public SharedWork(Env env) {
        this.env = env;
    }

    /// Does this with all elements, in no particular order. Nothing new is begun once one has failed; its failure is
    /// thrown when the others have come to their end. Errors count: what was left undone is never taken for done.
    public <T> void forEach(List<T> elements, Consumer<T> action) {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < elements.size(); i = next.getAndIncrement()) {
                try {
                    action.accept(elements.get(i));
                } catch (RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                    next.set(elements.size());
                }
            }
        };
        List<Task> helpers = new ArrayList<>();
        int threads = Math.min(MOST_THREADS, elements.size() / SMALLEST_SHARE);
        for (int i = 1; i < threads; i++) {
            helpers.add(env.start("shared-work-" + i, TaskKind.LIGHT, worker));
        }
        worker.run();
        helpers.forEach(SharedWork::await);
        switch (failure.get()) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }

    /// Every write ends by the deadline of the call.
    private static void await(Task helper) {
        boolean ended = false;
        while (!ended) {
            ended = helper.join(BETWEEN_LOOKS);
        }
    }
}
