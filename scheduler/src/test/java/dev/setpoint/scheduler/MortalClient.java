package dev.setpoint.scheduler;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// The client of a process that dies right after a number of writes: no call of it ever comes back from then on.
final class MortalClient implements Client {
    private final Client server;
    private final Env env;
    private final AtomicInteger left;

    MortalClient(Client server, Env env, int writes) {
        this.server = server;
        this.env = env;
        this.left = new AtomicInteger(writes);
    }

    boolean isDead() {
        return left.get() <= 0;
    }

    @Override
    public Stored get(Target target) {
        return alive(() -> server.get(target));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return alive(() -> server.list(collection, options));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return alive(() -> server.watch(collection, options));
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return write(() -> server.create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return write(() -> server.update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return write(() -> server.patch(target, type, body, options));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        write(() -> {
            server.delete(target, options);
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        write(() -> {
            server.deleteCollection(collection, selection, options);
            return collection;
        });
    }

    private <R> R alive(Supplier<R> call) {
        while (isDead()) {
            env.sleep(Duration.ofDays(1));
        }
        return call.get();
    }

    private <R> R write(Supplier<R> call) {
        return alive(() -> {
            R answer = call.get();
            left.decrementAndGet();
            return alive(() -> answer);
        });
    }
}
