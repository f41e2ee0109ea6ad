package dev.setpoint.reconcile;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Lister;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a loop may do for one object. Everything that it writes counts as the controller's: under its name as
/// field manager, and awaited in the caches before the key runs again.
public final class Context<T extends HasMetadata> {
    private final Typed<T> typed;
    private final T object;
    private final String controller;
    private final Loops loops;
    private Optional<T> told = Optional.empty();

    Context(Typed<T> typed, T object, String controller, Loops loops) {
        this.typed = typed;
        this.object = object;
        this.controller = controller;
        this.loops = loops;
    }

    public ObjectKey key() {
        return ObjectKey.of(object);
    }

    public Instant now() {
        return loops.env().wallTime();
    }

    /// The objects of a kind that this one controls, from the cache. The kind should be one that the controller
    /// owns or watches: its cache is filled before the first run.
    public <C extends HasMetadata> List<C> owned(Class<C> kind) {
        return owned(Typed.of(kind));
    }

    public <C extends HasMetadata> List<C> owned(Typed<C> kind) {
        String uid = object.getMetadata().getUid();
        return loops.informer(kind).objects().indexed(Index.OWNER, uid).stream()
                .filter(child -> controls(uid, child))
                .map(kind.in(loops.client().decoded())::decode)
                .toList();
    }

    private static boolean controls(String uid, Stored child) {
        return child.header().owners().stream()
                .anyMatch(owner -> owner.controller() && owner.uid().equals(uid));
    }

    /// Every object of a kind, from the cache.
    public <C extends HasMetadata> Lister<C> cached(Class<C> kind) {
        return loops.informer(kind);
    }

    public <C extends HasMetadata> Lister<C> cached(Typed<C> kind) {
        return loops.informer(kind);
    }

    /// For whatever the rest of this class does not do.
    public <C extends HasMetadata> TypedClient<C> client(Class<C> kind) {
        return client(Typed.of(kind));
    }

    public <C extends HasMetadata> TypedClient<C> client(Typed<C> kind) {
        return kind.over(loops.client()).as(controller);
    }

    /// Makes a child as desired, and this object its controlling owner: exactly the fields that are set, nothing
    /// of what others set. What is so already is not written again.
    public <C extends HasMetadata> C apply(C desired) {
        @SuppressWarnings("unchecked") // An object's class is its kind's.
        Typed<C> kind = Typed.of((Class<C>) desired.getClass());
        return apply(kind, desired);
    }

    public <C extends HasMetadata> C apply(Typed<C> kind, C desired) {
        JsonObject json = (JsonObject) kind.encodeTree(desired).json();
        json.child("metadata").put("ownerReferences", new JsonArray().add(reference()));
        return kind.in(loops.client().decoded())
                .decode(loops.client()
                        .patch(
                                kind.target(desired),
                                PatchType.APPLY,
                                new Body.Tree(json),
                                new WriteOptions(controller, false, true)));
    }

    private JsonObject reference() {
        return new JsonObject()
                .put("apiVersion", typed.kind().groupVersion().toString())
                .put("kind", typed.kind().kind())
                .put("name", object.getMetadata().getName())
                .put("uid", object.getMetadata().getUid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /// Deletes this very child. That it is gone already, or is another by now, is as well.
    public <C extends HasMetadata> void delete(C child) {
        @SuppressWarnings("unchecked")
        Typed<C> kind = Typed.of((Class<C>) child.getClass());
        delete(kind, child);
    }

    public <C extends HasMetadata> void delete(Typed<C> kind, C child) {
        var _ = ExactObject.of(kind, child).delete(loops.client());
    }

    /// The object with the status that it should have. Written once, when the loop has ended, and only if it
    /// differs from what is there; the last call counts.
    public void status(T withStatus) {
        told = Optional.of(withStatus);
    }

    public void normal(String reason, String message) {
        loops.events(controller).normal(object, reason, message);
    }

    public void warning(String reason, String message) {
        loops.events(controller).warning(object, reason, message);
    }

    /// Refused when the object has changed since it was read: then its status has to be thought over again.
    void writeStatus() {
        told.filter(desired -> !Objects.equals(statusOf(desired), statusOf(object)))
                .ifPresent(desired -> client(typed).updateStatus(desired));
    }

    private @Nullable JsonValue statusOf(T some) {
        return ((JsonObject) typed.encodeTree(some).json()).get("status");
    }
}
