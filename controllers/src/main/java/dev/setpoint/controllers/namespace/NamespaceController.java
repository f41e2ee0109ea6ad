package dev.setpoint.controllers.namespace;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Change;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A namespace is looked at when it changes, and, while it is being deleted, whenever something in it comes or
/// goes.
public final class NamespaceController {
    private NamespaceController() {}

    /// @param types every resource; those that live in no namespace are left out
    public static Controller of(Env env, Loops loops, List<ResourceType> types) {
        Informer<Namespace> namespaces = loops.informer(Types.NAMESPACE);
        Controller.Builder<Namespace> controller =
                Controller.of(Types.NAMESPACE).workers(5);
        Map<ResourceType, Supplier<ObjectCache>> caches = new LinkedHashMap<>();
        for (ResourceType type : types) {
            if (deletable(type)) {
                Typed<?> typed = Typed.generic(type.groupVersionKind(), type.plural(), true);
                caches.put(type, loops.informer(typed)::objects);
                controller
                        .watchesStored(typed, NamespaceController::namespaceOf)
                        .when(change -> matters(change, namespaces));
            }
        }
        return controller.reconcile(new NamespaceReconciler(env, loops, caches));
    }

    /// Each storage once, and only what can be listed, watched and deleted.
    private static boolean deletable(ResourceType type) {
        return type.namespaced() && type.servedAsStored() && type.stored() && type.allows("delete");
    }

    /// Something is gone, or has come: a cache that lags may show what is in a namespace only after the namespace was
    /// looked at.
    private static boolean matters(Change change, Informer<Namespace> namespaces) {
        return (change.deleted() || change.created())
                && namespaces
                        .objects()
                        .find(ObjectKey.cluster(change.object().key().namespace()))
                        .map(namespace -> namespace.header().deleting())
                        .orElse(false);
    }

    private static List<ObjectKey> namespaceOf(Stored object) {
        return List.of(ObjectKey.cluster(object.key().namespace()));
    }
}
