package dev.setpoint.controllers.workload;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// Finds the objects that a selector selects, and the selectors that select an object, without looking at all there are
/// in the namespace: with as many of the one as of the other that would cost their square.
///
/// An object lies under each of its labels; a selector lies under one of the labels that it asks for, since whatever it
/// selects has that one, too.
public final class BySelector {
    /// Under which selectors lie that ask for no label in particular.
    private static final String ANY = "";

    private static final Index LABELS = new Index("labels", stored -> {
        Map<String, String> labels = stored.header().labels();
        List<String> places = new ArrayList<>(labels.size());
        labels.forEach((name, value) -> places.add(place(stored, name + "=" + value)));
        return places;
    });

    private BySelector() {}

    /// Lets [#selected] find the objects of this informer.
    public static void prepare(Informer<?> objects) {
        objects.index(LABELS);
    }

    /// The objects of a namespace that pass, in key order.
    ///
    /// @param required labels that whatever passes has; all objects are looked at when there are none
    public static <T extends HasMetadata> List<T> selected(
            Informer<T> objects, String namespace, Map<String, String> required, Predicate<Stored> passes) {
        if (required.isEmpty()) {
            return objects.select(namespace, passes);
        }
        List<T> selected = new ArrayList<>();
        for (Stored stored : objects.objects().indexed(LABELS, namespace + "/" + first(required))) {
            if (passes.test(stored)) {
                selected.add(objects.typed().decode(stored));
            }
        }
        return selected;
    }

    /// An index of selectors for [#selecting].
    ///
    /// @param required labels that whatever is selected has; empty when nothing is selected at all
    public static <S extends HasMetadata> Index index(
            Typed<S> kind, Function<S, Optional<Map<String, String>>> required) {
        return Index.ofObject(
                "selectors",
                kind,
                (typed, stored) -> required.apply(typed.decode(stored))
                        .map(labels -> List.of(place(stored, labels.isEmpty() ? ANY : first(labels))))
                        .orElse(List.of()));
    }

    /// Those that may select the object: they still have to be asked.
    public static <S extends HasMetadata> List<S> selecting(Informer<S> selectors, Index index, Stored object) {
        List<S> found = new ArrayList<>(selectors.indexed(index, place(object, ANY)));
        object.header()
                .labels()
                .forEach((name, value) -> found.addAll(selectors.indexed(index, place(object, name + "=" + value))));
        return found;
    }

    private static String first(Map<String, String> labels) {
        Map.Entry<String, String> first = new TreeMap<>(labels).firstEntry();
        return first.getKey() + "=" + first.getValue();
    }

    private static String place(Stored stored, String label) {
        return stored.key().namespace() + "/" + label;
    }
}
