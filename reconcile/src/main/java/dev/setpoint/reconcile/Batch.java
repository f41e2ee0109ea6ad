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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lets a reconcile write many things at a time: each call runs in a task of its own, and what it writes counts as
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
        List<Result<R>> results = new ArrayList<>(calls.size());
        for (int from = 0; from < calls.size(); from += MOST) {
            results.addAll(together(name, calls.subList(from, Math.min(calls.size(), from + MOST))));
        }
        return results;
    }

    /// Makes one call, then two, four, eight ... at a time, and no further ones once one of them has failed: what
    /// refuses one would refuse the rest.
    ///
    /// @return one result for each call that was made, in their order
    public <R> List<Result<R>> slowStart(String name, List<Supplier<R>> calls) {
        List<Result<R>> results = new ArrayList<>();
        for (int size = 1; results.size() < calls.size(); size = Math.min(2 * size, MOST)) {
            int from = results.size();
            results.addAll(together(name, calls.subList(from, Math.min(calls.size(), from + size))));
            if (results.stream().anyMatch(result -> result.failure().isPresent())) {
                break;
            }
        }
        return results;
    }

    private <R> List<Result<R>> together(String name, List<Supplier<R>> calls) {
        if (calls.size() == 1) {
            return List.of(attempt(calls.getFirst()));
        }
        Optional<Run> run = Run.current();
        List<Call<R>> under = new ArrayList<>(calls.size());
        try {
            for (Supplier<R> call : calls) {
                under.add(new Call<>(env, name, run, call));
            }
            return under.stream().map(Call::await).toList();
        } catch (CancellationException e) {
            under.forEach(Call::cancel);
            throw e;
        }
    }

    private static <R> Result<R> attempt(Supplier<R> call) {
        try {
            return new Result<>(Optional.of(call.get()), Optional.empty());
        } catch (ApiException e) {
            return new Result<>(Optional.empty(), Optional.of(e));
        }
    }

    /// A call in a task of its own.
    private static final class Call<R> {
        private final Task task;
        private volatile @Nullable Result<R> result;
        private volatile @Nullable RuntimeException defect;

        Call(Env env, String name, Optional<Run> run, Supplier<R> call) {
            task = env.start(name, TaskKind.LIGHT, () -> {
                try {
                    result = run.isPresent() ? run.get().call(() -> attempt(call)) : attempt(call);
                } catch (CancellationException e) {
                    throw e;
                } catch (RuntimeException e) {
                    defect = e; // For the reconcile, whose failure it is.
                }
            });
        }

        Result<R> await() {
            if (!task.join(PATIENCE)) {
                task.cancel();
                throw new IllegalStateException(task.name() + " did not end within " + PATIENCE);
            }
            if (defect != null) {
                throw defect;
            }
            if (result == null) {
                throw new CancellationException(task.name() + " was cancelled");
            }
            return result;
        }

        void cancel() {
            task.cancel();
        }
    }
}
