package dev.setpoint.controllers.namespace;

import dev.setpoint.base.value.Stored;
import dev.setpoint.resources.ResourceType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What a namespace holds of one kind.
///
/// @param total how many objects there are
/// @param alive how many of them nobody has deleted yet
/// @param finalizers what holds the others, once for each object that it holds
record Content(ResourceType type, int total, int alive, List<String> finalizers) {
    static Content of(ResourceType type, Collection<Stored> objects) {
        int total = 0;
        int alive = 0;
        List<String> finalizers = new ArrayList<>();
        for (Stored object : objects) {
            total++;
            alive += object.header().deleting() ? 0 : 1;
            finalizers.addAll(object.header().finalizers());
        }
        return new Content(type, total, alive, List.copyOf(finalizers));
    }

    boolean pods() {
        return type.resource().group().isEmpty() && type.plural().equals("pods");
    }
}
