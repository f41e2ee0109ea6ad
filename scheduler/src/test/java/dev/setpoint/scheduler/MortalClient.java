package dev.setpoint.scheduler;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.Target;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// The client of a process that dies right after a number of writes: no call of it ever comes back from then on.
final class MortalClient extends ForwardingClient {
    private final Env env;
    private final AtomicInteger left;

    MortalClient(Client server, Env env, int writes) {
        super(server);
        this.env = env;
        this.left = new AtomicInteger(writes);
    }

    boolean isDead() {
        return left.get() <= 0;
    }

    @Override
    protected <R> R reading(Supplier<R> call) {
        while (isDead()) {
            env.sleep(Duration.ofDays(1));
        }
        return call.get();
    }

    @Override
    protected <R> R writing(Target target, Supplier<R> call) {
        return reading(() -> {
            R answer = call.get();
            left.decrementAndGet();
            return reading(() -> answer);
        });
    }
}
