package dev.setpoint.controllers;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.Target;
import java.time.Duration;
import java.util.function.Supplier;

/// A client whose process comes no further than its first write: the write is done, and neither its caller
/// nor anybody else in the process ever hears of it. Events do not count: losing them is allowed.
final class FatalClient extends ForwardingClient {
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final Duration TURN = Duration.ofMillis(100);

    private final Env env;
    private final Fate fate;

    /// What all clients of a process share.
    static final class Fate {
        private boolean writing;
        private boolean written;

        boolean written() {
            return written;
        }
    }

    FatalClient(Client client, Env env, Fate fate) {
        super(client);
        this.env = env;
        this.fate = fate;
    }

    @Override
    protected <R> R reading(Supplier<R> call) {
        if (fate.written) {
            env.sleep(FOREVER);
        }
        return call.get();
    }

    @Override
    protected <R> R writing(Target target, Supplier<R> call) {
        if (target.resource().resource().equals("events")) {
            return reading(call);
        }
        while (fate.writing || fate.written) {
            env.sleep(TURN);
        }
        fate.writing = true;
        R answer;
        try {
            answer = call.get();
        } finally {
            fate.writing = false;
        }
        fate.written = true;
        env.sleep(FOREVER);
        return answer;
    }
}
