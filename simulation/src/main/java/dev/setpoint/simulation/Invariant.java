package dev.setpoint.simulation;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.store.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/// Something that must hold at every revision, over the objects of one kind: `never more than one primary`.
public record Invariant<T extends HasMetadata>(String name, Typed<T> kind, Predicate<List<T>> holds) {
    boolean holdsIn(Snapshot state) {
        List<T> objects = new ArrayList<>();
        Iterator<Stored> stored = state.iterate(kind.resource().groupResource().toString(), "");
        stored.forEachRemaining(object -> objects.add(kind.decode(object)));
        return holds.test(objects);
    }
}
