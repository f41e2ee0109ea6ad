package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Deadline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One write on its way through admission. It lives for one try: the next begins with a new snapshot.
public final class AdmissionAttempt {
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    private final Operation operation;
    private final WriteRequest request;
    private final AttemptMemory memory;
    private final String subresource;
    private final Key key;
    private final Snapshot snapshot;
    private final @Nullable JsonObject old;
    private final @Nullable JsonObject object;
    private final Map<Key, Long> reliedOn = new LinkedHashMap<>();

    private AdmissionAttempt(
            Operation operation,
            WriteRequest request,
            AttemptMemory memory,
            String subresource,
            Key key,
            Snapshot snapshot,
            @Nullable JsonObject old,
            @Nullable JsonObject object) {
        this.operation = operation;
        this.request = request;
        this.memory = memory;
        this.subresource = subresource;
        this.key = key;
        this.snapshot = snapshot;
        this.old = old;
        this.object = object;
    }

    static AdmissionAttempt ofCreation(
            WriteRequest request, AttemptMemory memory, Key key, Snapshot snapshot, JsonObject object) {
        return new AdmissionAttempt(Operation.CREATE, request, memory, "", key, snapshot, null, object);
    }

    static AdmissionAttempt ofUpdate(
            WriteRequest request, AttemptMemory memory, Snapshot snapshot, JsonObject old, JsonObject object) {
        String subresource = request.call().target().subresource();
        return new AdmissionAttempt(
                Operation.UPDATE, request, memory, subresource, request.key(), snapshot, old, object);
    }

    static AdmissionAttempt ofDeletion(WriteRequest request, AttemptMemory memory, Snapshot snapshot, JsonObject old) {
        return new AdmissionAttempt(Operation.DELETE, request, memory, "", request.key(), snapshot, old, null);
    }

    public Operation operation() {
        return operation;
    }

    public User user() {
        return request.user();
    }

    public ServedResource resource() {
        return request.resource();
    }

    public String subresource() {
        return subresource;
    }

    /// Where the object is, or will be.
    public Key key() {
        return key;
    }

    /// Whether this write gives a part of the object. One that is still text has been through admission before.
    public boolean gives(String part) {
        JsonObject given = object().object(part);
        return given == null || given.unread() == null;
    }

    /// The object before an update or a deletion, in the stored version. Read-only.
    public JsonObject old() {
        return Objects.requireNonNull(old, "a creation has no old object");
    }

    /// The object that a creation or an update wants, in the stored version.
    public JsonObject object() {
        return Objects.requireNonNull(object, "a deletion has no new object");
    }

    /// Whether this is a write of that kind to the object itself.
    public boolean concerns(Operation wanted, String storageName) {
        return operation == wanted
                && subresource.isEmpty()
                && resource().storageName().equals(storageName);
    }

    /// Another object, on which this write relies from now on: whether it is there or not, and as it is.
    public Optional<Stored> find(Key wanted) {
        Optional<Stored> found = snapshot.find(wanted);
        reliedOn.put(wanted, found.map(Stored::revision).orElse(0L));
        return found;
    }

    /// Other objects, to choose from and not to change. A choice does not bind: it was right at the moment of this
    /// write.
    public List<JsonObject> list(String storageName, String namespace) {
        List<JsonObject> objects = new ArrayList<>();
        snapshot.iterate(storageName, namespace).forEachRemaining(stored -> objects.add(tree(stored)));
        return objects;
    }

    /// The tree of an object. It is not the caller's to change.
    public JsonObject tree(Stored stored) {
        return memory.tree(stored);
    }

    /// By when the whole of the call is done, with every attempt and everybody who is asked.
    public Deadline deadline() {
        return request.call().life().deadline();
    }

    /// Something that is drawn by chance: the same in every attempt of this write.
    public String draw(Supplier<String> draw) {
        return memory.draw(draw);
    }

    /// Asks somebody who may be slow, as webhooks will be; no built-in plug-in is. The next attempt has the same
    /// answer, unless the objects that this is about
    /// have changed since.
    ///
    /// @param asked who is asked; the answers of one are of one type, and nobody changes them
    public <A> A consult(String asked, Supplier<A> ask) {
        return memory.consult(asked, old, object, ask);
    }

    /// Refuses the write: `pods "p" is forbidden: <why>`.
    public ApiException forbidden(String why) {
        return new ApiException(new ApiError.Forbidden(resource().groupResource(), key.name(), why));
    }

    List<Commit.Condition> conditions() {
        List<Commit.Condition> conditions = new ArrayList<>();
        reliedOn.forEach((which, revision) -> conditions.add(new Commit.Condition(which, revision)));
        return conditions;
    }
}
