package dev.setpoint.controllers.workload;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.Collection;
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

    /// What it owns in key order, then the orphans in theirs, each once. Orphans are matched by their headers; only
    /// what may be claimed is decoded.
    public static <T extends HasMetadata> List<T> candidates(
            Informer<T> informer, HasMetadata controller, @Nullable LabelSelector selector) {
        List<Stored> owned = informer.objects().indexed(Index.OWNER, Metadata.uid(controller));
        List<Stored> orphans = informer
                .objects()
                .indexed(INDEX, controller.getMetadata().getNamespace())
                .stream()
                .filter(orphan ->
                        WorkloadSelector.matches(selector, orphan.header().labels()))
                .toList();
        List<T> decoded = new ArrayList<>(owned.size() + orphans.size());
        for (Stored stored : orphans.isEmpty() ? owned : merged(owned, orphans)) {
            decoded.add(informer.typed().decode(stored));
        }
        return decoded;
    }

    /// An object may be among both: it has an owner that does not control it, or was let go between the two looks.
    private static Collection<Stored> merged(List<Stored> owned, List<Stored> orphans) {
        Map<ObjectKey, Stored> merged = new LinkedHashMap<>();
        owned.forEach(stored -> merged.put(ObjectKey.of(stored.key()), stored));
        orphans.forEach(stored -> merged.put(ObjectKey.of(stored.key()), stored));
        return merged.values();
    }

    /// The keys of the controllers that an orphan should wake, none for an object that has a controller.
    public static <C extends HasMetadata> List<ObjectKey> wakes(
            Stored object, Informer<C> controllers, Function<C, @Nullable LabelSelector> selector) {
        if (controlled(object)) {
            return List.of();
        }
        return controllers.inNamespace(object.key().namespace()).stream()
                .filter(controller -> WorkloadSelector.matches(
                        selector.apply(controller), object.header().labels()))
                .map(ObjectKey::of)
                .toList();
    }

    private static boolean controlled(Stored stored) {
        return stored.header().owners().stream().anyMatch(Owner::controller);
    }
}
