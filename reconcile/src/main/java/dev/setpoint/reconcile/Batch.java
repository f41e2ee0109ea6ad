package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lets a reconcile write many things at a time: calls run in tasks of their own, and what they write counts as
/// written by the reconcile. A server that syncs many commits at once answers a hundred calls nearly as fast as one.
public final class Batch {
    /// How many calls are under way at a time: enough for the store to commit many at once, and not so many that
    /// others wait long behind them.
    public static final int MOST = 100;

    /// A call may take as long as its client lets it; this is for a client that never answers.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Env env;

    public Batch(Env env) {
        this.env = env;
    }

    /// What became of one call: exactly one of the two is there.
    public record Result<R>(Optional<R> value, Optional<ApiException> failure) {}

    /// Makes all calls, at most [#MOST] at a time, and waits for them.
    ///
    /// @return one result for each call, in their order
    public <R> List<Result<R>> all(String name, List<Supplier<R>> calls) {
        return together(name, calls, After.ANY);
    }

    /// Makes one call, then two, four, eight ... at a time until there are [#MOST] under way, and no further ones once
    /// one of them has failed: what refuses one would refuse the rest.
    ///
    /// @return one result for each call that was made, in their order
    public <R> List<Result<R>> slowStart(String name, List<Supplier<R>> calls) {
        List<Result<R>> results = new ArrayList<>();
        for (int size = 1; results.size() < calls.size(); size *= 2) {
            int from = results.size();
            int to = size < MOST ? Math.min(calls.size(), from + size) : calls.size();
            results.addAll(together(name, calls.subList(from, to), After.SUCCESS));
            if (results.stream().anyMatch(result -> result.failure().isPresent())) {
                break;
            }
        }
        return results;
    }

    /// What has to have become of earlier calls for another one to be made.
    private enum After {
        ANY,
        SUCCESS
    }

    private <R> List<Result<R>> together(String name, List<Supplier<R>> calls, After after) {
        if (calls.size() == 1) {
            return List.of(attempt(calls.getFirst()));
        }
        return new Lanes<>(calls, after).run(name);
    }

    private static <R> Result<R> attempt(Supplier<R> call) {
        try {
            return new Result<>(Optional.of(call.get()), Optional.empty());
        } catch (ApiException e) {
            return new Result<>(Optional.empty(), Optional.of(e));
        }
    }

    /// A number of tasks, each of which makes the next call as soon as it is done with one, so that the slowest call
    /// keeps only its own lane waiting.
    private final class Lanes<R> {
        private final List<Supplier<R>> calls;
        private final After after;
        private final AtomicReferenceArray<@Nullable Result<R>> results;
        private final AtomicInteger next = new AtomicInteger();
        private final List<Task> tasks = new ArrayList<>();
        private volatile boolean stopped;
        private volatile @Nullable RuntimeException defect;

        Lanes(List<Supplier<R>> calls, After after) {
            this.calls = calls;
            this.after = after;
            this.results = new AtomicReferenceArray<>(calls.size());
        }

        List<Result<R>> run(String name) {
            Optional<Run> run = Run.current();
            try {
                for (int lane = 0; lane < Math.min(calls.size(), MOST); lane++) {
                    tasks.add(env.start(name, TaskKind.LIGHT, () -> run.ifPresentOrElse(this::driveFor, this::drive)));
                }
                tasks.forEach(this::await);
            } catch (CancellationException e) {
                tasks.forEach(Task::cancel);
                throw e;
            }
            if (defect != null) {
                throw defect;
            }
            return made(name);
        }

        private void driveFor(Run run) {
            run.call(() -> {
                drive();
                return run;
            });
        }

        private void drive() {
            try {
                for (int call = take(); call < calls.size(); call = take()) {
                    Result<R> result = attempt(calls.get(call));
                    results.set(call, result);
                    stopped |= after == After.SUCCESS && result.failure().isPresent();
                }
            } catch (CancellationException e) {
                throw e;
            } catch (RuntimeException e) {
                stopped = true;
                defect = e; // For the reconcile, whose failure it is.
            }
        }

        private int take() {
            return stopped ? calls.size() : next.getAndIncrement();
        }

        /// As long as the lanes get on, they may take their time.
        private void await(Task task) {
            int before = next.get();
            while (!task.join(PATIENCE)) {
                if (next.get() == before) {
                    tasks.forEach(Task::cancel);
                    throw new IllegalStateException(task.name() + " did not end within " + PATIENCE);
                }
                before = next.get();
            }
        }

        /// A call that was taken was made, unless its task was cancelled.
        private List<Result<R>> made(String name) {
            int count = Math.min(next.get(), calls.size());
            List<Result<R>> made = new ArrayList<>(count);
            for (int call = 0; call < count; call++) {
                Result<R> result = results.get(call);
                if (result == null) {
                    throw new CancellationException(name + " was cancelled");
                }
                made.add(result);
            }
            return made;
        }
    }
}
