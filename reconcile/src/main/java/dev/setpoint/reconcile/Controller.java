package dev.setpoint.reconcile;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.reconcile.cache.Change;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/// A loop and what wakes it. A description only: [Loops] runs it.
///
///     Controller.of(ReplicaSet.class)
///             .owns(Pod.class)
///             .workers(5)
///             .reconcile(new ReplicaSetReconciler(loops));
///
/// @param name for logs and metrics
/// @param sources the kinds to follow, and which keys a change of each concerns
/// @param freshWithin how long a key waits for the caches to show its own writes before it reads live
public record Controller(
        String name, List<Source<?>> sources, int workers, Duration freshWithin, Reconciler reconciler) {
    /// One kind that wakes a controller.
    ///
    /// @param filter which changes count
    /// @param keys which keys an object concerns; asked of the object before and after the change
    public record Source<T extends HasMetadata>(
            Typed<T> typed, Predicate<Change> filter, Function<Stored, ? extends Collection<ObjectKey>> keys) {}

    public static <T extends HasMetadata> Builder of(Class<T> type) {
        return of(Typed.of(type));
    }

    /// The controller of a kind: each of its objects is a key.
    public static <T extends HasMetadata> Builder of(Typed<T> typed) {
        return new Builder(typed);
    }

    /// Collects what a controller is made of.
    public static final class Builder {
        private final GroupVersionKind kind;
        private final boolean namespaced;
        private final List<Source<?>> sources = new ArrayList<>();
        private String name;
        private int workers = 1;
        private Duration freshWithin = Duration.ofSeconds(5);

        private <T extends HasMetadata> Builder(Typed<T> typed) {
            this.kind = typed.kind();
            this.namespaced = typed.namespaced();
            this.name = kind.kind().toLowerCase(Locale.ROOT);
            sources.add(new Source<>(typed, _ -> true, stored -> List.of(ObjectKey.of(stored.key()))));
        }

        public Builder named(String newName) {
            name = newName;
            return this;
        }

        /// Only these changes of the kind itself; applies to what was named last: the kind, `owns` or
        /// `watches`.
        public Builder when(Predicate<Change> filter) {
            sources.add(narrowed(sources.removeLast(), filter));
            return this;
        }

        /// Objects whose controlling owner is of this kind wake their owner.
        public <C extends HasMetadata> Builder owns(Class<C> child) {
            return owns(Typed.of(child));
        }

        public <C extends HasMetadata> Builder owns(Typed<C> child) {
            sources.add(new Source<>(child, _ -> true, this::controllingOwner));
            return this;
        }

        /// Changes of another kind wake the keys that the mapper names. It must not block.
        public <W extends HasMetadata> Builder watches(
                Class<W> other, Function<? super W, ? extends Collection<ObjectKey>> mapper) {
            Typed<W> typed = Typed.of(other);
            return watchesStored(typed, stored -> mapper.apply(typed.decode(stored)));
        }

        /// As [#watches], with a mapper that is content with key and header: nothing is decoded.
        public <W extends HasMetadata> Builder watchesStored(
                Class<W> other, Function<Stored, ? extends Collection<ObjectKey>> mapper) {
            return watchesStored(Typed.of(other), mapper);
        }

        public <W extends HasMetadata> Builder watchesStored(
                Typed<W> other, Function<Stored, ? extends Collection<ObjectKey>> mapper) {
            sources.add(new Source<>(other, _ -> true, mapper));
            return this;
        }

        /// How many keys are reconciled at a time; one key never by two.
        public Builder workers(int newWorkers) {
            if (newWorkers < 1) {
                throw new IllegalArgumentException("workers: " + newWorkers + " (expected: >= 1)");
            }
            workers = newWorkers;
            return this;
        }

        public Builder freshWithin(Duration newFreshWithin) {
            freshWithin = newFreshWithin;
            return this;
        }

        public Controller reconcile(Reconciler reconciler) {
            return new Controller(name, List.copyOf(sources), workers, freshWithin, reconciler);
        }

        private List<ObjectKey> controllingOwner(Stored stored) {
            for (Owner owner : stored.header().owners()) {
                if (owner.controller()
                        && owner.kind().equals(kind.kind())
                        && GroupVersion.parse(owner.apiVersion()).group().equals(kind.group())) {
                    return List.of(new ObjectKey(namespaced ? stored.key().namespace() : "", owner.name()));
                }
            }
            return List.of();
        }

        private static <S extends HasMetadata> Source<S> narrowed(Source<S> source, Predicate<Change> filter) {
            return new Source<>(source.typed(), source.filter().and(filter), source.keys());
        }
    }
}
