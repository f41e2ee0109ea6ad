package dev.setpoint.controllers.garbage;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.custom.CustomResources;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.resources.ResourceType;
import java.util.ArrayList;
import java.util.List;

/// One queue over the objects of all kinds. A change wakes the object itself, what it owns, and owners that
/// wait for it; most changes are of no interest and wake nobody.
public final class GarbageController {
    private static final int WORKERS = 20;

    private GarbageController() {}

    /// @param types the kinds to collect, each storage once
    public static Controller<Key> of(Loops loops, List<ResourceType> types) {
        return of(loops, types, new Kinds(types, loops));
    }

    /// As [#of], and custom resources as they come and go.
    public static Controller<Key> ofAll(Loops loops, List<ResourceType> types) {
        Kinds kinds = new Kinds(types, loops);
        Controller<Key> controller = of(loops, types, kinds);
        CustomResources.follow(loops, new CustomResources.Listener() {
            @Override
            public void served(ResourceType type) {
                kinds.add(type);
                loops.follow(controller, source(type, kinds));
            }

            @Override
            public void gone(ResourceType type) {
                kinds.remove(type);
                loops.forget(type.resource());
            }
        });
        return controller;
    }

    private static Controller<Key> of(Loops loops, List<ResourceType> types, Kinds kinds) {
        Controller.KeyedBuilder<Key> controller =
                Controller.keyedBy(Key.class).named("garbage-collector").workers(WORKERS);
        types.forEach(type -> controller.follows(source(type, kinds)));
        return controller.reconcile(new GarbageReconciler(loops.client(), kinds));
    }

    private static Source<Key> source(ResourceType type, Kinds kinds) {
        return new Source<>(
                Kinds.typed(type), GarbageController::matters, stored -> concerned(new Item(type, stored), kinds));
    }

    /// Those of a table that can be watched and deleted, but for Events: nothing owns them and they expire by
    /// themselves.
    public static List<ResourceType> collectable(List<ResourceType> types) {
        return types.stream()
                .filter(type -> type.servedAsStored()
                        && type.allows("delete")
                        && type.allows("list")
                        && type.allows("watch")
                        && !type.kind().equals("Event"))
                .toList();
    }

    private static boolean matters(CacheChange change) {
        Stored before = change.before();
        Stored after = change.after();
        if (after == null) {
            return true;
        }
        Header now = after.header();
        if (before == null || change.cause() == CacheChange.Cause.RESYNC) {
            return !now.owners().isEmpty() || now.deleting();
        }
        Header then = before.header();
        return now.deleting() != then.deleting()
                || !now.uid().equals(then.uid())
                || !now.finalizers().equals(then.finalizers())
                || !now.owners().equals(then.owners());
    }

    private static List<Key> concerned(Item item, Kinds kinds) {
        List<Key> keys = new ArrayList<>();
        keys.add(item.key());
        kinds.dependents(item.uid()).forEach(dependent -> keys.add(dependent.key()));
        for (Owner owner : item.header().owners()) {
            kinds.of(owner).ifPresent(kind -> {
                ObjectKey place = Kinds.place(kind, owner, item.stored());
                kind.objects()
                        .get()
                        .find(place)
                        .map(stored -> new Item(kind.type(), stored))
                        .filter(Item::waitsForDependents)
                        .ifPresent(waiting -> keys.add(waiting.key()));
            });
        }
        return keys;
    }
}
