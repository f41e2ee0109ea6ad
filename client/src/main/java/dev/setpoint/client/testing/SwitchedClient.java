package dev.setpoint.client.testing;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.Optional;
import java.util.function.Supplier;

/// A client on which [FaultSwitches] act.
final class SwitchedClient extends ForwardingClient {
    private final Env env;
    private final FaultSwitches switches;

    SwitchedClient(Client client, Env env, FaultSwitches switches) {
        super(client);
        this.env = env;
        this.switches = switches;
    }

    @Override
    public Client fenced(Fence fence) {
        return new SwitchedClient(client().fenced(fence), env, switches);
    }

    @Override
    public Stored get(Target target) {
        return call("get", target, () -> super.get(target));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return call("list", collection, () -> super.list(collection, options));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return call("watch", collection, () -> {
            String resource = collection.resource().groupResource().toString();
            SwitchedWatch watch = new SwitchedWatch(super.watch(collection, options), resource, env, switches);
            switches.opened(watch);
            return watch;
        });
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return call("create", target, () -> super.create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return call("update", target, () -> super.update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return call("patch", target, () -> super.patch(target, type, body, options));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        call("delete", target, () -> {
            super.delete(target, options);
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        call("deletecollection", collection, () -> {
            super.deleteCollection(collection, selection, options);
            return collection;
        });
    }

    private <R> R call(String verb, Target target, Supplier<R> body) {
        RecordedCall call = new RecordedCall(verb, target);
        Optional<RuntimeException> lost = switches.begin(call);
        R answer;
        try {
            answer = body.get();
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Forbidden) {
                switches.forbidden(call);
            }
            throw e;
        }
        if (lost.isPresent()) {
            throw lost.get();
        }
        return answer;
    }
}
