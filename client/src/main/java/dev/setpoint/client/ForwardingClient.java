package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import java.util.function.Supplier;

/// Passes every call on to another client. A subclass says what happens around reads or around writes, or
/// overrides the calls that it has more to say about.
///
/// It carries no fence unless a subclass says how.
public abstract class ForwardingClient implements Client {
    private final Client client;

    protected ForwardingClient(Client client) {
        this.client = client;
    }

    /// The one that does the work.
    protected final Client client() {
        return client;
    }

    /// Around every get, list and opening of a watch.
    protected <R> R reading(Supplier<R> call) {
        return call.get();
    }

    /// Around every create, update, patch and deletion.
    protected <R> R writing(Target target, Supplier<R> call) {
        return call.get();
    }

    @Override
    public DecodedObjects decoded() {
        return client.decoded();
    }

    @Override
    public Stored get(Target target) {
        return reading(() -> client.get(target));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return reading(() -> client.list(collection, options));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return reading(() -> client.watch(collection, options));
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return writing(target, () -> client.create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return writing(target, () -> client.update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return writing(target, () -> client.patch(target, type, body, options));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        writing(target, () -> {
            client.delete(target, options);
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        writing(collection, () -> {
            client.deleteCollection(collection, selection, options);
            return collection;
        });
    }
}
