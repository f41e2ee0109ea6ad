package dev.setpoint.controllers;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import java.time.Duration;
import java.util.function.Supplier;

/// A client whose process comes no further than its first write: the write is done, and neither its caller
/// nor anybody else in the process ever hears of it. Events do not count: losing them is allowed.
final class FatalClient implements Client {
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final Duration TURN = Duration.ofMillis(100);

    private final Client client;
    private final Env env;
    private boolean writing;
    private boolean written;

    FatalClient(Client client, Env env) {
        this.client = client;
        this.env = env;
    }

    boolean written() {
        return written;
    }

    @Override
    public Stored get(Target target) {
        return read(() -> client.get(target));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return read(() -> client.list(collection, options));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return read(() -> client.watch(collection, options));
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return write(target, () -> client.create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return write(target, () -> client.update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return write(target, () -> client.patch(target, type, body, options));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        write(target, () -> {
            client.delete(target, options);
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        write(collection, () -> {
            client.deleteCollection(collection, selection, options);
            return collection;
        });
    }

    private <R> R read(Supplier<R> call) {
        if (written) {
            env.sleep(FOREVER);
        }
        return call.get();
    }

    private <R> R write(Target target, Supplier<R> call) {
        if (target.resource().resource().equals("events")) {
            return read(call);
        }
        while (writing || written) {
            env.sleep(TURN);
        }
        writing = true;
        R answer;
        try {
            answer = call.get();
        } finally {
            writing = false;
        }
        written = true;
        env.sleep(FOREVER);
        return answer;
    }
}
