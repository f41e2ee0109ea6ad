package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Deadline;
import dev.setpoint.base.Env;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// How often a write may be attempted anew: the one policy for everything that passes by itself. All of it happens
/// under the deadline of the call.
final class Retries {
    /// Why the next attempt may succeed where this one did not.
    enum Reason {
        /// Somebody was faster: what the attempt relied on has moved. Each of them means that somebody else won.
        MOVED(1_000, Duration.ZERO),
        /// The generated name is taken; the next one most likely is not.
        NAME_TAKEN(7, Duration.ZERO),
        /// Something that the write needs is being made: as long as Kubernetes waits for the service account of a
        /// new namespace.
        NOT_YET(14, Duration.ofMillis(100));

        private final int most;
        private final Duration pause;

        Reason(int most, Duration pause) {
            this.most = most;
            this.pause = pause;
        }
    }

    private final Env env;
    private final Deadline deadline;
    private final Map<Reason, Integer> counts = new EnumMap<>(Reason.class);

    Retries(Env env, Deadline deadline) {
        this.env = env;
        this.deadline = deadline;
    }

    /// Waits as long as the reason asks for.
    ///
    /// @return false when this was the last attempt
    boolean again(Reason reason) {
        if (deadline.passed() || counts.merge(reason, 1, Integer::sum) > reason.most) {
            return false;
        }
        if (!reason.pause.isZero()) {
            env.sleep(reason.pause);
        }
        return true;
    }
}
