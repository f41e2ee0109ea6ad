package dev.setpoint.reconcile;

import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.cache.ObjectCache;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// A client that notes, for the reconcile that writes through it, what the caches have to show before its key
/// runs again. Outside of a reconcile it only passes calls on.
final class RecordingClient extends ForwardingClient {
    /// Subresources that answer with the object, or with something at the object's own revision.
    private static final Set<String> AT_THE_OBJECTS_REVISION =
            Set.of("", "status", "scale", "approval", "finalize", "ephemeralcontainers", "resize");

    /// Subresources that write nothing to the kind.
    private static final Set<String> WRITING_NOTHING = Set.of("token", "attach", "exec", "portforward", "proxy", "log");

    private static final String CREATE = "create";

    private final Function<GroupResource, List<ObjectCache>> caches;
    private final Counter reads;

    /// @param caches the caches of a kind, where this process has any: other kinds need no waiting
    /// @param reads counts what the server is asked because no cache could tell
    RecordingClient(Client client, Function<GroupResource, List<ObjectCache>> caches, Counter reads) {
        super(client);
        this.caches = caches;
        this.reads = reads;
    }

    @Override
    public RecordingClient fenced(Fence fence) {
        return new RecordingClient(client().fenced(fence), caches, reads);
    }

    @Override
    protected <R> R reading(Supplier<R> call) {
        reads.increment();
        return super.reading(call);
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return written(
                CREATE,
                target,
                options.dryRun(),
                () -> client().create(target, body, during(options)),
                (resource, answer) -> new Wait.Created(
                        resource,
                        answer.revision(),
                        ObjectKey.of(answer.key()),
                        answer.header().uid()));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return written(
                "update",
                target,
                options.dryRun(),
                () -> client().update(target, body, during(options)),
                RecordingClient::reached);
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return written(
                "patch",
                target,
                options.dryRun(),
                () -> client().patch(target, type, body, during(options)),
                RecordingClient::reached);
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        GroupResource resource = target.resource().groupResource();
        ObjectKey key = new ObjectKey(target.namespace(), target.name());
        Optional<String> uid = options.uid().or(() -> cachedUid(resource, key));
        noting("delete", target, uid, () -> {
            client().delete(target, during(options));
            return key;
        });
        uid.ifPresent(known -> note(new Wait.Gone(resource, key, known)));
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        noting("deletecollection", collection, Optional.empty(), () -> {
            client().deleteCollection(collection, selection, during(options));
            return collection;
        });
        note(readOf(collection));
    }

    private static WriteOptions during(WriteOptions options) {
        return Run.current().map(run -> options.during(run.cause())).orElse(options);
    }

    private static DeleteOptions during(DeleteOptions options) {
        return Run.current().map(run -> options.during(run.cause())).orElse(options);
    }

    private Stored written(
            String verb,
            Target target,
            boolean dryRun,
            Supplier<Stored> write,
            BiFunction<GroupResource, Stored, Wait> wait) {
        if (dryRun || WRITING_NOTHING.contains(target.subresource())) {
            return write.get();
        }
        Optional<String> uid =
                cachedUid(target.resource().groupResource(), new ObjectKey(target.namespace(), target.name()));
        Stored answer = noting(verb, target, uid, write);
        boolean telling = AT_THE_OBJECTS_REVISION.contains(target.subresource()) && answer.revision() > 0;
        note(telling ? wait.apply(target.resource().groupResource(), answer) : readOf(target));
        if (telling) {
            Run.current().ifPresent(run -> run.add(write(verb, target, answer)));
        }
        return answer;
    }

    private static Run.Write write(String verb, Target target, Stored answer) {
        boolean creates = verb.equals(CREATE) && target.subresource().isEmpty();
        return new Run.Write(
                creates ? Run.Verb.CREATE : Run.Verb.CHANGE,
                target.resource().groupResource(),
                ObjectKey.of(answer.key()),
                answer.revision());
    }

    private static Wait reached(GroupResource resource, Stored answer) {
        return new Wait.Reached(resource, answer.revision());
    }

    private Optional<String> cachedUid(GroupResource resource, ObjectKey key) {
        return caches.apply(resource).stream()
                .flatMap(cache -> cache.find(key).stream())
                .map(found -> found.header().uid())
                .findFirst();
    }

    /// Notes a read when the outcome of the write is not known. An object that turns out to be gone is waited for
    /// as if it had been deleted here: whoever acts on that must not meet it again.
    private static <R> R noting(String verb, Target target, Optional<String> uid, Supplier<R> write) {
        try {
            return Run.current()
                    .map(run -> run.trace().write(verb, target, write))
                    .orElseGet(write);
        } catch (ApiException e) {
            if (e.error().outcomeUnknown()) {
                note(readOf(target));
            } else if (e.error().notFound()) {
                uid.ifPresent(known -> note(new Wait.Gone(
                        target.resource().groupResource(), new ObjectKey(target.namespace(), target.name()), known)));
            }
            throw e;
        } catch (RuntimeException e) {
            note(readOf(target));
            throw e;
        }
    }

    private static Wait readOf(Target target) {
        return new Wait.Read(
                target.resource().groupResource(), Target.collection(target.resource(), target.namespace()));
    }

    private static void note(Wait wait) {
        Run.current().ifPresent(run -> run.add(wait));
    }
}
