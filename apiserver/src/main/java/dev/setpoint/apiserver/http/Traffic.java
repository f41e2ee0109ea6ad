package dev.setpoint.apiserver.http;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts what is under way, refuses what is too much, and knows when the server wants to end.
final class Traffic {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Limits limits;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger watches = new AtomicInteger();
    private final Promise<Boolean> quiet;
    private volatile boolean ending;

    Traffic(Limits limits, Env env) {
        this.limits = limits;
        this.quiet = env.promise();
    }

    /// A place that is taken until it is closed.
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /// @throws ApiException when there are too many, or the server is about to end
    Place request() {
        return enter(requests, limits.requests());
    }

    Place watch() {
        return enter(watches, limits.watches());
    }

    /// Watches look at this between events.
    boolean ending() {
        return ending;
    }

    /// From now on nobody enters, and watches end. Waits for what is under way; false when the deadline came
    /// first.
    boolean end(Duration deadline) {
        ending = true;
        completeWhenQuiet();
        return quiet.await(deadline).isPresent();
    }

    private Place enter(AtomicInteger count, int limit) {
        int now = count.incrementAndGet();
        Place place = new TakenPlace(() -> {
            count.decrementAndGet();
            completeWhenQuiet();
        });
        if (ending) {
            place.close();
            throw new ApiException(new ApiError.Unavailable("the server is shutting down"));
        }
        if (now > limit) {
            place.close();
            throw new ApiException(
                    new ApiError.TooManyRequests("Too many requests, please try again later.", RETRY_AFTER, List.of()));
        }
        return place;
    }

    private void completeWhenQuiet() {
        if (ending && requests.get() == 0 && watches.get() == 0) {
            quiet.complete(true);
        }
    }

    private record TakenPlace(Runnable leave) implements Place {
        @Override
        public void close() {
            leave.run();
        }
    }
}
