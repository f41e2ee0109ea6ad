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

/// A client whose writes take their time, so that work without end does not stop the clock.
final class SlowClient implements Client {
    private final Client client;
    private final Env env;
    private final Duration delay;

    SlowClient(Client client, Env env, Duration delay) {
        this.client = client;
        this.env = env;
        this.delay = delay;
    }

    @Override
    public Stored get(Target target) {
        return client.get(target);
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return client.list(collection, options);
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return client.watch(collection, options);
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        env.sleep(delay);
        return client.create(target, body, options);
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        env.sleep(delay);
        return client.update(target, body, options);
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        env.sleep(delay);
        return client.patch(target, type, body, options);
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        env.sleep(delay);
        client.delete(target, options);
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        env.sleep(delay);
        client.deleteCollection(collection, selection, options);
    }
}
