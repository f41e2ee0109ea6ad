package dev.setpoint.store.embedded;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.StoreStats;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.history.History;
import dev.setpoint.store.history.HistoryStore;
import dev.setpoint.store.history.StoreFailure;
import java.time.Duration;

/// A store with one writer.
public final class EmbeddedStore extends HistoryStore {
    private static final Duration OPEN_WAIT = Duration.ofMinutes(10);
    private static final Duration CLOSE_WAIT = Duration.ofMinutes(1);

    private final Env env;
    private final StoreOptions options;
    private final BoundedQueue<Pending> queue;
    private final CommitWriter writer;
    private final Task task;

    /// Loads what the engine has. The writer belongs to `env` and ends with it.
    public static Store open(Env env, StoreOptions options, Engine.Opener engine) {
        BoundedQueue<Pending> queue = env.queue(options.queueCapacity());
        Promise<History> opened = env.promise();
        var failure = new StoreFailure();
        var writer = new CommitWriter(env, options, engine, queue, opened, failure);
        var task = env.start("store-writer", TaskKind.DEDICATED, writer);
        var history = opened.await(OPEN_WAIT).orElseThrow(() -> {
            task.cancel();
            return new UnavailableException("the store did not load within " + OPEN_WAIT);
        });
        return new EmbeddedStore(env, options, queue, writer, task, history, failure);
    }

    private EmbeddedStore(
            Env env,
            StoreOptions options,
            BoundedQueue<Pending> queue,
            CommitWriter writer,
            Task task,
            History history,
            StoreFailure failure) {
        super(history, failure);
        this.env = env;
        this.options = options;
        this.queue = queue;
        this.writer = writer;
        this.task = task;
    }

    @Override
    public CommitResult commit(Commit commit) {
        var pending = new Pending(commit, env.promise());
        if (!queue.put(pending, options.queueWait())) {
            throw new UnavailableException(
                    queue.closed()
                            ? "the store has stopped"
                            : options.queueCapacity() + " commits wait already, and for " + options.queueWait()
                                    + " there was no room for another");
        }
        return pending.answer()
                .await(options.commitWait())
                .orElseGet(() -> new CommitResult.Unknown("no answer within " + options.commitWait()));
    }

    @Override
    public StoreStats stats() {
        return stats(queue.size(), writer.commits(), writer.conflicts(), writer.batches());
    }

    @Override
    public void close() {
        queue.close();
        if (!task.join(CLOSE_WAIT)) {
            throw new IllegalStateException("the store's writer did not end within " + CLOSE_WAIT);
        }
    }
}
