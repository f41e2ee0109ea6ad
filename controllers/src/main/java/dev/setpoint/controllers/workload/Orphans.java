package dev.setpoint.controllers.workload;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds what a controller may claim: what it controls, and what nobody controls and its selector picks.
public final class Orphans {
    /// By namespace, the objects that nobody controls. Few, in most clusters.
    public static final Index INDEX = new Index(
            "orphan",
            stored -> controlled(stored) ? List.of() : List.of(stored.key().namespace()));

    private Orphans() {}

    /// In key order, each once. Orphans are matched by their headers; only what may be claimed is decoded.
    public static <T extends HasMetadata> List<T> candidates(
            Informer<T> informer, HasMetadata controller, @Nullable LabelSelector selector) {
        Map<ObjectKey, Stored> found = new LinkedHashMap<>();
        for (Stored owned : informer.objects().indexed(Index.OWNER, Metadata.uid(controller))) {
            found.put(ObjectKey.of(owned.key()), owned);
        }
        for (Stored orphan :
                informer.objects().indexed(INDEX, controller.getMetadata().getNamespace())) {
            if (Selection.matches(selector, orphan.header().labels())) {
                found.put(ObjectKey.of(orphan.key()), orphan);
            }
        }
        List<T> decoded = new ArrayList<>(found.size());
        found.values().forEach(stored -> decoded.add(informer.typed().decode(stored)));
        return decoded;
    }

    /// The keys of the controllers that an orphan should wake, none for an object that has a controller.
    public static <C extends HasMetadata> List<ObjectKey> wakes(
            Stored object, Informer<C> controllers, Function<C, @Nullable LabelSelector> selector) {
        if (controlled(object)) {
            return List.of();
        }
        return controllers.inNamespace(object.key().namespace()).stream()
                .filter(controller -> Selection.matches(
                        selector.apply(controller), object.header().labels()))
                .map(ObjectKey::of)
                .toList();
    }

    private static boolean controlled(Stored stored) {
        return stored.header().owners().stream().anyMatch(Owner::controller);
    }
}
