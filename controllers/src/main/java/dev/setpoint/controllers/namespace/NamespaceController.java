package dev.setpoint.controllers.namespace;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.custom.CustomResources;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;

/// A namespace is looked at when it changes, and, while it is being deleted, whenever something in it comes or
/// goes.
public final class NamespaceController {
    private NamespaceController() {}

    /// @param types every resource; those that live in no namespace are left out
    public static Controller<ObjectKey> of(Env env, Loops loops, List<ResourceType> types) {
        return of(env, loops, types, new Caches());
    }

    /// As [#of], and custom resources as they come and go.
    public static Controller<ObjectKey> ofAll(Env env, Loops loops, List<ResourceType> types) {
        Caches caches = new Caches();
        Informer<Namespace> namespaces = loops.informer(Types.NAMESPACE);
        Controller<ObjectKey> controller = of(env, loops, types, caches);
        CustomResources.follow(loops, new CustomResources.Listener() {
            @Override
            public void served(ResourceType type) {
                if (type.namespaced()) {
                    Typed<?> typed = typed(type);
                    caches.add(type, loops.informer(typed)::objects);
                    loops.follow(controller, source(typed, namespaces));
                }
            }

            @Override
            public void gone(ResourceType type) {
                caches.remove(type);
                loops.forget(type.resource());
            }
        });
        return controller;
    }

    private static Controller<ObjectKey> of(Env env, Loops loops, List<ResourceType> types, Caches caches) {
        Informer<Namespace> namespaces = loops.informer(Types.NAMESPACE);
        Controller.Builder<Namespace> controller =
                Controller.of(Types.NAMESPACE).named("namespace").workers(5);
        for (ResourceType type : types) {
            if (deletable(type)) {
                Typed<?> typed = typed(type);
                caches.add(type, loops.informer(typed)::objects);
                controller.follows(source(typed, namespaces));
            }
        }
        return controller.reconcile(new NamespaceReconciler(env, loops, caches));
    }

    private static Typed<?> typed(ResourceType type) {
        return Typed.generic(type.groupVersionKind(), type.plural(), true);
    }

    private static Source<ObjectKey> source(Typed<?> typed, Informer<Namespace> namespaces) {
        return new Source<>(typed, change -> matters(change, namespaces), NamespaceController::namespaceOf);
    }

    /// Each storage once, and only what can be listed, watched and deleted.
    private static boolean deletable(ResourceType type) {
        return type.namespaced() && type.servedAsStored() && type.stored() && type.allows("delete");
    }

    /// Something is gone, or has come: a cache that lags may show what is in a namespace only after the namespace was
    /// looked at.
    private static boolean matters(CacheChange change, Informer<Namespace> namespaces) {
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
