package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ObjectLayout;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Turns trees into commits. The one place that encodes objects and that repeats a change when somebody was
/// faster.
public final class ObjectWriter {
    /// A change that keeps losing the race gives up after so many tries; each of them means that somebody
    /// else won.
    private static final int MAX_ATTEMPTS = 50;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /// Kubernetes' limit for one object in etcd.
    private static final int MAX_OBJECT_BYTES = 1_572_864;

    private final Env env;
    private final Store store;
    private final Allocations allocations;
    private final CallerRule callerRules;
    private final Fencing fencing = new Fencing();

    public ObjectWriter(Env env, Store store, Allocations allocations, CallerRule callerRules) {
        this.env = env;
        this.store = store;
        this.allocations = allocations;
        this.callerRules = callerRules;
    }

    public Env env() {
        return env;
    }

    public Snapshot snapshot() {
        return store.snapshot();
    }

    CallerRule callerRules() {
        return callerRules;
    }

    /// What one try of a change wants to happen.
    public sealed interface Attempt<T> {
        /// Commit this, and answer what the revision makes of it.
        record Write<T>(Commit commit, LongFunction<T> result) implements Attempt<T> {}

        /// Nothing has to be written.
        record Settled<T>(T result) implements Attempt<T> {}

        /// Commits more in the same moment, if anything is committed.
        default Attempt<T> with(Allocations.Extra extra) {
            return switch (this) {
                case Settled<T> settled -> settled;
                case Write<T>(Commit commit, LongFunction<T> result) ->
                    new Write<>(
                            new Commit(
                                    both(commit.conditions(), extra.conditions()),
                                    both(commit.writes(), extra.writes())),
                            result);
            };
        }
    }

    /// Looks at the newest state, decides, commits; and again while anything that the decision relied on
    /// has moved.
    ///
    /// @param decide from a snapshot to a commit with conditions on every object it relied on; throws to
    ///     refuse
    public <T> T change(Function<Snapshot, Attempt<T>> decide) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Snapshot snapshot = store.snapshot();
            switch (decide.apply(snapshot)) {
                case Attempt.Settled<T>(T result) -> {
                    return result;
                }
                case Attempt.Write<T>(Commit commit, LongFunction<T> result) -> {
                    switch (commit(fencing.fenced(commit, snapshot))) {
                        case CommitResult.Committed(long revision) -> {
                            return result.apply(revision);
                        }
                        case CommitResult.Conflict(var _, var _) -> {}
                        case CommitResult.Unknown(String why) ->
                            throw new ApiException(
                                    new ApiError.Timeout("the outcome of the write is not known: " + why));
                    }
                }
            }
        }
        throw new ApiException(new ApiError.Timeout("the object kept changing; try again"));
    }

    private CommitResult commit(Commit commit) {
        try {
            return store.commit(commit);
        } catch (UnavailableException e) {
            throw new ApiException(
                    new ApiError.TooManyRequests("the store is busy: " + e.getMessage(), RETRY_AFTER, List.of()));
        }
    }

    /// An object's new bytes on their way into a commit.
    public record Pending(Key key, Header header, byte[] bytes, int hole) {
        public Commit.Put put() {
            return new Commit.Put(key, header, bytes, hole);
        }

        public Stored at(long revision) {
            return new Stored(key, revision, header, bytes, hole);
        }

        /// The same, with the key and, if nothing in it has changed, the header of what it replaces: history holds
        /// many revisions of one object, and most differ in their bytes alone.
        Pending sharing(Stored before) {
            Header shared = before.header().equals(header) ? before.header() : header;
            return new Pending(before.key(), shared, bytes, hole);
        }
    }

    public static Pending encode(ServedResource resource, Key key, JsonObject object) {
        Canonical.apply(object, resource.storageSchema());
        return encodeStored(resource, key, resource.storageForm().toStorageVersion(object));
    }

    /// @param object in the version in which objects are kept
    public static Pending encodeStored(ServedResource resource, Key key, JsonObject object) {
        var kind = resource.type().storageKind();
        ObjectLayout.Encoded encoded = ObjectLayout.encode(kind.groupVersion().toString(), kind.kind(), object);
        if (encoded.bytes().length > MAX_OBJECT_BYTES) {
            throw new ApiException(new ApiError.TooLarge("etcdserver: request is too large"));
        }
        Header header = ObjectLayout.header(object, resource.strategy().selectableFields(object));
        return new Pending(key, header, encoded.bytes(), encoded.hole());
    }

    /// One try of writing an object and what goes with it.
    ///
    /// @param object canonical
    Attempt<Stored> put(
            ServedResource resource,
            Snapshot snapshot,
            Key key,
            @Nullable JsonObject old,
            JsonObject object,
            List<Commit.Condition> conditions) {
        Allocations.Extra extra = allocations.beside(resource, snapshot, old, object);
        Pending fresh = encodeStored(resource, key, resource.storageForm().toStorageVersion(object));
        Pending pending =
                old == null ? fresh : snapshot.find(key).map(fresh::sharing).orElse(fresh);
        return new Attempt.Write<>(
                new Commit(
                        both(both(conditions, resource.storageForm().premises(snapshot)), extra.conditions()),
                        both(List.of(pending.put()), extra.writes())),
                pending::at);
    }

    /// One try of deleting an object and what goes with it.
    Attempt<Stored> remove(ServedResource resource, Snapshot snapshot, Stored current, JsonObject object) {
        Allocations.Extra extra = allocations.beside(resource, snapshot, object, null);
        return new Attempt.Write<>(
                new Commit(
                        both(List.of(unchanged(current)), extra.conditions()),
                        both(List.of(new Commit.Delete(current.key())), extra.writes())),
                current::at);
    }

    private static <T> List<T> both(List<? extends T> first, List<? extends T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    static Commit.Condition unchanged(Stored object) {
        return new Commit.Condition(object.key(), object.revision());
    }

    static Commit.Condition absent(Key key) {
        return new Commit.Condition(key, 0);
    }

    /// A private tree of a stored object, in the stored version, without its type.
    static JsonObject tree(Stored stored) {
        JsonObject object = CompactReader.object(stored.filled());
        object.remove("kind");
        object.remove("apiVersion");
        return object;
    }
}
