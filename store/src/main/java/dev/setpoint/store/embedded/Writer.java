package dev.setpoint.store.embedded;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.history.Batch;
import dev.setpoint.store.history.History;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The only one who changes anything. It owns the engine from opening to closing.
///
/// When the engine fails, nobody knows what is on the disk: the commits of that batch are answered `Unknown`,
/// and the writer stops for good. Memory stays readable; a restart finds out.
final class Writer implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Writer.class);

    private final Env env;
    private final StoreOptions options;
    private final Engine.Opener opener;
    private final BoundedQueue<Pending> queue;
    private final Promise<History> opened;

    // Written by the writer alone; others only read figures.
    private volatile long commits;
    private volatile long conflicts;
    private volatile long batches;

    Writer(Env env, StoreOptions options, Engine.Opener opener, BoundedQueue<Pending> queue, Promise<History> opened) {
        this.env = env;
        this.options = options;
        this.opener = opener;
        this.queue = queue;
        this.opened = opened;
    }

    @Override
    public void run() {
        try (var engine = opener.open()) {
            var history = new History(env, engine.load(), options);
            opened.complete(history);
            while (write(engine, history)) {}
        } catch (RuntimeException failure) {
            // Before it has opened, the failure is the opener's to handle; after that there is nobody but the log.
            if (!opened.fail(failure)) {
                throw failure;
            }
        } finally {
            queue.close();
        }
    }

    /// @return whether there may be more to do
    private boolean write(Engine engine, History history) {
        var pending = queue.takeBatch(options.batchLimit(), history.untilTrim());
        if (pending.isEmpty()) {
            history.trim();
            return !queue.closed();
        }
        try {
            commit(engine, history, pending);
            return true;
        } catch (RuntimeException failure) {
            log.error("the store stops: a batch of {} commits failed", pending.size(), failure);
            pending.forEach(one -> one.answer().complete(new CommitResult.Unknown("the store failed: " + failure)));
            refuseTheRest();
            return false;
        }
    }

    private void commit(Engine engine, History history, List<Pending> pending) {
        var batch = new Batch(history.present());
        var results = new ArrayList<CommitResult>(pending.size());
        for (var one : pending) {
            results.add(batch.decide(one.commit()));
        }
        if (!batch.changes().isEmpty()) {
            engine.append(batch.changes(), batch.revision());
            history.publish(batch.seal(), batch.changes());
            history.trim();
        }
        count(results);
        for (int index = 0; index < results.size(); index++) {
            pending.get(index).answer().complete(results.get(index));
        }
        history.wakeReaders();
    }

    // Nobody else writes these.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(List<CommitResult> results) {
        int committed = 0;
        for (var result : results) {
            if (result instanceof CommitResult.Committed) {
                committed++;
            }
        }
        commits += committed;
        conflicts += results.size() - committed;
        batches++;
    }

    private void refuseTheRest() {
        queue.close();
        for (var rest = queue.takeBatch(options.batchLimit(), options.queueWait());
                !rest.isEmpty();
                rest = queue.takeBatch(options.batchLimit(), options.queueWait())) {
            rest.forEach(one -> one.answer().fail(new UnavailableException("the store has stopped")));
        }
    }

    long commits() {
        return commits;
    }

    long conflicts() {
        return conflicts;
    }

    long batches() {
        return batches;
    }
}
