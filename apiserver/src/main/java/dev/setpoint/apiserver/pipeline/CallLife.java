package dev.setpoint.apiserver.pipeline;

import dev.setpoint.base.Env;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The time from a call's beginning until its answer is whole: for a watch, until the last event.
///
/// Whoever brought the call in ends its life, once. What a call holds meanwhile, its place among others for one, is
/// let go of then.
public final class CallLife {
    /// How long a call that does not stream may take, as in Kubernetes.
    public static final Duration LONGEST = Duration.ofSeconds(60);

    private final Deadline deadline;
    private final List<Runnable> atEnd = new ArrayList<>(2);
    private boolean ended;
    private volatile @Nullable User user;

    private CallLife(Deadline deadline) {
        this.deadline = deadline;
    }

    public static CallLife begin(Env env, Duration limit) {
        return new CallLife(Deadline.in(env, limit));
    }

    /// By when everything but streaming is done.
    public Deadline deadline() {
        return deadline;
    }

    /// Tells those who see only the call's beginning and end who it is that asks.
    public void identified(User found) {
        user = found;
    }

    /// Who asks; empty while nobody has found out, or when what was shown is not good.
    public Optional<User> user() {
        return Optional.ofNullable(user);
    }

    /// Runs this when the call ends: at once when it has ended.
    public void whenEnded(Runnable action) {
        synchronized (this) { // Held for a moment, and never while anything runs.
            if (!ended) {
                atEnd.add(action);
                return;
            }
        }
        action.run();
    }

    /// Ending twice is ending once.
    public void end() {
        List<Runnable> actions;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            actions = atEnd.reversed();
        }
        actions.forEach(Runnable::run);
    }
}
