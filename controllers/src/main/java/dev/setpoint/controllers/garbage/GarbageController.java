package dev.setpoint.controllers.garbage;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Change;
import dev.setpoint.resources.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One queue over the objects of all kinds. A change wakes the object itself, what it owns, and owners that
/// wait for it; most changes are of no interest and wake nobody.
public final class GarbageController {
    private static final int WORKERS = 20;

    private GarbageController() {}

    /// @param types the kinds to collect, each storage once
    public static Controller of(Loops loops, List<ResourceType> types) {
        Kinds kinds = new Kinds(types, loops);
        List<Source<?>> sources = new ArrayList<>();
        for (ResourceType type : types) {
            sources.add(new Source<>(
                    Kinds.typed(type), GarbageController::matters, stored -> concerned(new Item(type, stored), kinds)));
        }
        return new Controller(
                "garbage-collector",
                List.copyOf(sources),
                WORKERS,
                Duration.ofSeconds(5),
                new GarbageReconciler(loops.client(), kinds));
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

    private static boolean matters(Change change) {
        Stored before = change.before();
        Stored after = change.after();
        if (after == null) {
            return true;
        }
        Header now = after.header();
        if (before == null || change.cause() == Change.Cause.RESYNC) {
            return !now.owners().isEmpty() || now.deleting();
        }
        Header then = before.header();
        return now.deleting() != then.deleting()
                || !now.uid().equals(then.uid())
                || !now.finalizers().equals(then.finalizers())
                || !now.owners().equals(then.owners());
    }

    private static List<ObjectKey> concerned(Item item, Kinds kinds) {
        List<ObjectKey> keys = new ArrayList<>();
        keys.add(item.queueKey());
        kinds.dependents(item.uid()).forEach(dependent -> keys.add(dependent.queueKey()));
        for (Owner owner : item.header().owners()) {
            kinds.of(owner).ifPresent(kind -> {
                ObjectKey place = Kinds.place(kind, owner, item.stored());
                boolean waits = kind.objects()
                        .get()
                        .find(place)
                        .map(stored -> new Item(kind.type(), stored).waitsForDependents())
                        .orElse(false);
                if (waits) {
                    keys.add(Item.queueKey(kind.type(), place.namespace(), place.name()));
                }
            });
        }
        return keys;
    }
}
