package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts the calls that are under way on this port, and knows when it wants to end.
final class CallsUnderWay {
    private final AtomicInteger underWay = new AtomicInteger();
    private final Promise<Boolean> quiet;
    private volatile boolean ending;

    CallsUnderWay(Env env) {
        this.quiet = env.promise();
    }

    /// From now on until its life ends, the call is waited for when the port ends.
    ///
    /// @throws ApiException when the port ends already
    void enter(CallLife life) {
        underWay.incrementAndGet();
        life.whenEnded(() -> {
            underWay.decrementAndGet();
            completeWhenQuiet();
        });
        if (ending) {
            throw new ApiException(new ApiError.Unavailable("the server is shutting down"));
        }
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

    private void completeWhenQuiet() {
        if (ending && underWay.get() == 0) {
            quiet.complete(true);
        }
    }
}
