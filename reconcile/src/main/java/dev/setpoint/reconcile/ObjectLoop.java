package dev.setpoint.reconcile;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Calls an [ObjectReconciler] for a key: looks the object up, keeps its finalizer, and writes its status.
final class ObjectLoop<T extends HasMetadata> implements Reconciler<ObjectKey> {
    /// @param name under which the loop owns fields and speaks in Events
    record Parts<T extends HasMetadata>(
            Typed<T> typed, String name, Optional<Finalizer<T>> finalizer, ObjectReconciler<T> reconciler) {}

    private final Parts<T> parts;
    private final Loops loops;
    private final Informer<T> objects;
    private final TypedClient<T> client;

    ObjectLoop(Parts<T> parts, Loops loops) {
        this.parts = parts;
        this.loops = loops;
        this.objects = loops.informer(parts.typed());
        this.client = parts.typed().over(loops.client()).as(parts.name());
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<T> found = objects.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        T object = found.get();
        boolean deleting = object.getMetadata().getDeletionTimestamp() != null;
        if (deleting) {
            return parts.finalizer()
                    .filter(finalizer -> has(object, finalizer))
                    .map(finalizer -> cleanUp(object, finalizer))
                    .orElse(Outcome.DONE);
        }
        T kept = parts.finalizer()
                .filter(finalizer -> !has(object, finalizer))
                .map(finalizer -> keep(object, finalizer))
                .orElse(object);
        return run(kept, parts.reconciler());
    }

    private Outcome cleanUp(T object, Finalizer<T> finalizer) {
        Outcome outcome = run(object, finalizer.cleanup());
        if (outcome instanceof Outcome.Done) {
            List<String> left = new ArrayList<>(object.getMetadata().getFinalizers());
            left.remove(finalizer.name());
            try {
                patchFinalizers(object, left);
            } catch (ApiException e) {
                if (!e.error().notFound()) {
                    throw e;
                }
            }
        }
        return outcome;
    }

    /// Before anything is done that would have to be cleaned up.
    private T keep(T object, Finalizer<T> finalizer) {
        List<String> more = new ArrayList<>(object.getMetadata().getFinalizers());
        more.add(finalizer.name());
        return patchFinalizers(object, more);
    }

    /// Refused when the object has changed meanwhile: others have finalizers in the same list.
    private T patchFinalizers(T object, List<String> finalizers) {
        JsonObject metadata = new JsonObject()
                .put("resourceVersion", object.getMetadata().getResourceVersion())
                .put("finalizers", JsonArray.ofTexts(finalizers));
        return client.patch(ObjectKey.of(object), PatchType.MERGE, new JsonObject().put("metadata", metadata));
    }

    /// What the loop has to tell is told also when it failed: often that is what there is to tell.
    private Outcome run(T object, ObjectReconciler<T> reconciler) {
        Context<T> context = new Context<>(parts.typed(), object, parts.name(), loops);
        try {
            Outcome outcome = reconciler.reconcile(object, context);
            context.writeStatus();
            return outcome;
        } catch (ApiException | TerminalException e) {
            try {
                context.writeStatus();
            } catch (ApiException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static boolean has(HasMetadata object, Finalizer<?> finalizer) {
        return object.getMetadata().getFinalizers().contains(finalizer.name());
    }
}
