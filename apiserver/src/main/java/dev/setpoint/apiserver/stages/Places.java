package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// How many calls may be under way at once: of each kind, and among them of each user. Callers without a name
/// share a small pool of their own, so that they never stand in the way of anybody else.
///
/// A user is known here only while a call of his is under way.
public final class Places {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /// @param reads of all users together
    /// @param writes of all users together
    /// @param watches of all users together
    /// @param share the part of each that one user may take, in hundredths. Members of `system:masters` may take
    ///     all.
    /// @param anonymous calls of each kind by callers without a name
    public record Limits(int reads, int writes, int watches, int share, int anonymous) {
        public static final Limits DEFAULT = new Limits(2_000, 1_000, 20_000, 50, 64);
    }

    private final Limits limits;
    private final Map<CallKind, Pool> pools = new EnumMap<>(CallKind.class);

    public Places(Limits limits) {
        this.limits = limits;
        pools.put(CallKind.READ, new Pool(limits.reads()));
        pools.put(CallKind.WRITE, new Pool(limits.writes()));
        pools.put(CallKind.WATCH, new Pool(limits.watches()));
    }

    private static final class Pool {
        private final int size;
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger anonymous = new AtomicInteger();
        private final Map<String, AtomicInteger> takenByUser = new ConcurrentHashMap<>();

        Pool(int size) {
            this.size = size;
        }
    }

    /// Takes a place, and returns how to give it back.
    ///
    /// @throws ApiException when there are too many
    Runnable take(User user, CallKind kind) {
        Pool pool = pool(kind);
        if (user.isAnonymous()) {
            return taken(pool.anonymous, limits.anonymous());
        }
        Runnable inAll = taken(pool.taken, pool.size);
        if (user.isMaster()) {
            return inAll;
        }
        int own = pool.takenByUser
                .compute(user.name(), (_, count) -> {
                    AtomicInteger present = count == null ? new AtomicInteger() : count;
                    present.incrementAndGet();
                    return present;
                })
                .get();
        Runnable both = () -> {
            pool.takenByUser.computeIfPresent(user.name(), (_, count) -> count.decrementAndGet() == 0 ? null : count);
            inAll.run();
        };
        if (own > pool.size * limits.share() / 100) {
            both.run();
            throw tooMany();
        }
        return both;
    }

    private Pool pool(CallKind kind) {
        Pool pool = pools.get(kind);
        if (pool == null) {
            throw new IllegalStateException("no pool for " + kind);
        }
        return pool;
    }

    private static Runnable taken(AtomicInteger count, int limit) {
        if (count.incrementAndGet() > limit) {
            count.decrementAndGet();
            throw tooMany();
        }
        return count::decrementAndGet;
    }

    private static ApiException tooMany() {
        return new ApiException(
                new ApiError.TooManyRequests("Too many requests, please try again later.", RETRY_AFTER, List.of()));
    }
}
