package dev.setpoint.simulation.fault;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.simulation.fault.Fault.Call;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The API server as one process reaches it, on a bad day. Whatever goes wrong here can go wrong with a real one, and
/// nothing else does: a consistent read is never stale, and what was refused was not written.
public final class FaultyClient implements Client {
    /// How far behind a replica may be.
    private static final int STALE_REVISIONS = 12;

    /// How much longer than slow nodes lost ones are away.
    private static final int LOST_FOR = 10;

    private final String process;
    private final Env env;
    private final Client client;
    private final Faults faults;
    private final Host host;

    /// @param env of the process
    public FaultyClient(String process, Env env, Client client, Faults faults, Host host) {
        this.process = process;
        this.env = env;
        this.client = client;
        this.faults = faults;
        this.host = host;
    }

    @Override
    public FaultyClient fenced(Fence fence) {
        return new FaultyClient(process, env, client.fenced(fence), faults, host);
    }

    @Override
    public DecodedObjects decoded() {
        return client.decoded();
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    @Override
    public Stored get(Target target) {
        refuse(next("get", target, Call.READ));
        Stored object = client.get(target);
        host.tell(process, () -> "reads " + object);
        return object;
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        boolean lax = options.resourceVersion().equals("0")
                && options.labelSelector().isEmpty()
                && options.fieldSelector().isEmpty();
        Optional<Injection> injection = next("list", collection, lax ? Call.LAX_READ : Call.READ);
        boolean stale = injection
                .filter(injected -> injected.fault() == Fault.READ_STALE)
                .isPresent();
        if (!stale) {
            refuse(injection);
        }
        ObjectList list = stale ? stale(collection, injection.get().length()) : client.list(collection, options);
        host.tell(
                process,
                () -> "lists " + what(collection) + " at revision " + list.revision() + ": "
                        + list.items().stream().map(Stored::toString).toList());
        return list;
    }

    private ObjectList stale(Target collection, Duration length) {
        env.giveWay();
        return host.listBefore(collection, 1 + (int) (length.toMillis() % STALE_REVISIONS));
    }

    private static void refuse(Optional<Injection> injection) {
        injection.ifPresent(_ -> {
            throw new ApiException(new ApiError.Unavailable("a fault: the server cannot answer now"));
        });
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        host.tell(process, () -> "watches " + what(collection) + " after revision " + options.after());
        Watch watch = client.watch(collection, options);
        return new FaultyWatch(
                process, what(collection), env, watch, () -> next("watch", collection, Call.EVENTS), host);
    }

    // ---- writing -----------------------------------------------------------------------------------------------

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        if (target.isQuestion()) {
            refuse(next("create", target, Call.READ));
            return client.create(target, body, options);
        }
        return write("create", target, options, text(body), () -> client.create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return write("update", target, options, text(body), () -> client.update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        String verb = type == PatchType.APPLY ? "apply" : "patch";
        return write(verb, target, options, text(body), () -> client.patch(target, type, body, options));
    }

    private Stored write(
            String verb, Target target, WriteOptions options, Supplier<String> body, Supplier<Stored> call) {
        return faced(verb, target, body, () -> {
            Stored answer = call.get();
            if (!options.dryRun()) {
                host.wrote(process, options.fieldManager(), verb, target, Optional.of(answer));
            }
            return answer;
        });
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        faced("delete", target, options::toString, () -> {
            client.delete(target, options);
            host.wrote(process, "", "delete", target, Optional.empty());
            return target;
        });
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        faced("deletecollection", collection, options::toString, () -> {
            client.deleteCollection(collection, selection, options);
            host.wrote(process, "", "delete", collection, Optional.empty());
            return collection;
        });
    }

    private <R> R faced(String verb, Target target, Supplier<String> body, Supplier<R> write) {
        Optional<Injection> injection = next(verb, target, Call.WRITE);
        if (injection.isPresent()) {
            before(injection.get(), target);
        }
        host.tell(process, () -> "calls " + verb + " " + what(target) + " " + body.get());
        R answer = write.get();
        host.tell(process, () -> "is answered " + answer);
        if (injection.isPresent()) {
            after(injection.get());
        }
        return answer;
    }

    private void before(Injection injection, Target target) {
        switch (injection.fault()) {
            case WRITE_CONFLICTS ->
                throw new ApiException(new ApiError.Conflict(
                        target.resource().groupResource(), target.name(), "a fault: it has been modified"));
            case WRITE_THROTTLED ->
                throw new ApiException(new ApiError.TooManyRequests("a fault", Duration.ofSeconds(1), List.of()));
            case WRITE_FAILS -> throw new ApiException(new ApiError.Internal("a fault: nothing was written"));
            case TIMEOUT_BEFORE_COMMIT -> throw timeout();
            case CRASH_BEFORE_WRITE -> host.crash(process, injection.length());
            case FREEZE -> {
                host.freeze(process, injection.length());
                env.giveWay();
            }
            case STORE_STALLS -> host.stallStore(injection.length());
            case NODES_SLOW -> host.freezeNodes(injection.length());
            case NODES_LOST -> host.freezeNodes(injection.length().multipliedBy(LOST_FOR));
            case CLOCK_JUMPS -> {
                Duration jump = injection.length().multipliedBy(100);
                host.shiftClock(process, injection.length().toMillis() % 2 == 0 ? jump : jump.negated());
            }
            default -> {}
        }
    }

    private void after(Injection injection) {
        switch (injection.fault()) {
            case TIMEOUT_AFTER_COMMIT -> throw timeout();
            case CRASH_AFTER_WRITE -> host.crash(process, injection.length());
            default -> {}
        }
    }

    private static ApiException timeout() {
        return new ApiException(new ApiError.Timeout("a fault: no answer came in time"));
    }

    // ---- both --------------------------------------------------------------------------------------------------

    /// Events are for people, and no loop depends on them: they are left alone.
    private Optional<Injection> next(String verb, Target target, Call call) {
        if (target.resource().resource().equals("events")) {
            return Optional.empty();
        }
        String what = verb + " " + target.resource().groupResource()
                + (target.subresource().isEmpty() ? "" : "/" + target.subresource());
        Optional<Injection> injection = faults.next(process, what, call);
        injection.ifPresent(injected -> host.tell("FAULT", injected::toString));
        return injection;
    }

    static String what(Target target) {
        StringBuilder text = new StringBuilder(target.resource().groupResource().toString());
        for (String part : List.of(target.namespace(), target.name(), target.subresource())) {
            text.append(part.isEmpty() ? "" : "/" + part);
        }
        return text.toString();
    }

    private Supplier<String> text(Body body) {
        if (!host.records()) {
            return () -> "";
        }
        return switch (body) {
            case Body.Tree(var json) -> {
                String written = JsonWriter.text(json); // A tree is handed over: afterwards it may be another.
                yield () -> written;
            }
            case Body.Encoded(byte[] json) -> () -> new String(json, StandardCharsets.UTF_8);
        };
    }
}
