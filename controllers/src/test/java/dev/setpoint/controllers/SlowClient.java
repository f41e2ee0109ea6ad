package dev.setpoint.controllers;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.Target;
import java.time.Duration;
import java.util.function.Supplier;

/// A client whose writes take their time, so that work without end does not stop the clock.
final class SlowClient extends ForwardingClient {
    private final Env env;
    private final Duration delay;

    SlowClient(Client client, Env env, Duration delay) {
        super(client);
        this.env = env;
        this.delay = delay;
    }

    @Override
    protected <R> R writing(Target target, Supplier<R> call) {
        env.sleep(delay);
        return call.get();
    }
}
