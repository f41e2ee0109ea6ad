package dev.setpoint.store.embedded;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKilled;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.history.CommitBatch;
import dev.setpoint.store.history.History;
import dev.setpoint.store.history.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The only one who changes anything. It owns the engine from opening to closing.
///
/// When the engine fails, or this process has no memory left, nobody knows what is on the disk: the commits of that
/// batch are answered `Unknown`, the writer stops for good, and the store says so. Memory stays readable; a restart
/// finds out.
final class CommitWriter implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CommitWriter.class);

    private final Env env;
    private final StoreOptions options;
    private final Engine.Opener opener;
    private final BoundedQueue<Pending> queue;
    private final Promise<History> opened;
    private final StoreFailure failure;

    // Written by the writer alone; others only read figures.
    private volatile long commits;
    private volatile long conflicts;
    private volatile long batches;

    CommitWriter(
            Env env,
            StoreOptions options,
            Engine.Opener opener,
            BoundedQueue<Pending> queue,
            Promise<History> opened,
            StoreFailure failure) {
        this.env = env;
        this.options = options;
        this.opener = opener;
        this.queue = queue;
        this.opened = opened;
        this.failure = failure;
    }

    @Override
    public void run() {
        try (var engine = opener.open()) {
            var history = new History(env, engine.load(), options);
            opened.complete(history);
            while (write(engine, history)) {}
        } catch (TaskKilled killed) {
            throw killed;
        } catch (CancellationException cancelled) {
            if (!opened.fail(cancelled)) {
                throw cancelled; // Its process ends: nothing is wrong with the store.
            }
        } catch (RuntimeException | Error broken) {
            // Before it has opened, the failure is the opener's to handle; after that it is the store's.
            if (!opened.fail(broken instanceof RuntimeException known ? known : new IllegalStateException(broken))) {
                stopFor(broken, List.of());
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
        } catch (TaskKilled killed) {
            throw killed;
        } catch (RuntimeException | Error broken) {
            stopFor(broken, pending);
            return false;
        }
    }

    /// Refuses first, then answers: whoever is told of the failure finds the store refusing.
    private void stopFor(Throwable broken, List<Pending> pending) {
        queue.close();
        failure.set(broken);
        var unknown = new CommitResult.Unknown("the store failed: " + broken);
        pending.forEach(one -> one.answer().complete(unknown));
        refuseTheRest();
        log.error("the store stops: a batch of {} commits failed", pending.size(), broken);
    }

    private void commit(Engine engine, History history, List<Pending> pending) {
        var batch = new CommitBatch(history.present());
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
