package dev.setpoint.reconcile;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.reconcile.cache.Change;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// A loop and what wakes it. A description only: [Loops] runs it.
///
///     Controller.of(ReplicaSet.class)
///             .owns(Pod.class)
///             .workers(5)
///             .reconcile(new ReplicaSetReconciler(loops));
///
/// Whoever needs no more than the object and what it owns writes an [ObjectReconciler], and is given both:
///
///     Controller.of(CronBackup.class)
///             .owns(CronJob.class)
///             .watches(Secret.class, secret -> backupsUsing(secret))
///             .reconcile((backup, context) -> {
///                 context.apply(cronJobFor(backup));
///                 context.status(backup.edit().withStatus(statusOf(context.owned(CronJob.class))).build());
///                 return Outcome.DONE;
///             });
///
/// @param name for logs and metrics
/// @param sources the kinds to follow, and which keys a change of each concerns
/// @param carrier what carries each worker
/// @param echo whether a key's own writes wake it
/// @param freshWithin how long a key waits for the caches to show its own writes before it reads live
/// @param tracer gets a span for each run and for each write
/// @param reconciler makes the loop for the process that is to run it
public record Controller(
        String name,
        List<Source<?>> sources,
        int workers,
        TaskKind carrier,
        Echo echo,
        Duration freshWithin,
        Tracer tracer,
        Function<Loops, Reconciler> reconciler) {
    /// With a loop that was made for its process before.
    public Controller(String name, List<Source<?>> sources, int workers, Duration freshWithin, Reconciler reconciler) {
        this(
                name,
                sources,
                workers,
                TaskKind.DEDICATED,
                Echo.WAKES,
                freshWithin,
                RunTrace.NONE,
                (Loops _) -> reconciler);
    }

    /// The same loop for a process that keeps its objects here.
    Controller in(DecodedObjects objects) {
        List<Source<?>> bound = new ArrayList<>();
        sources.forEach(source -> bound.add(source.in(objects)));
        return new Controller(name, List.copyOf(bound), workers, carrier, echo, freshWithin, tracer, reconciler);
    }

    /// What the news of its own writes is to a key.
    public enum Echo {
        /// A change like any other.
        WAKES,
        /// Nothing new.
        PASSES
    }

    /// One kind that wakes a controller.
    ///
    /// @param filter which changes count
    /// @param keys which keys an object concerns; asked of the object before and after the change
    /// @param window for how long a key gathers changes before it looks at them
    public record Source<T extends HasMetadata>(
            Typed<T> typed,
            Predicate<Change> filter,
            Function<Stored, ? extends Collection<ObjectKey>> keys,
            Function<ObjectKey, Duration> window) {
        /// Each change is looked at as soon as possible.
        public Source(
                Typed<T> typed, Predicate<Change> filter, Function<Stored, ? extends Collection<ObjectKey>> keys) {
            this(typed, filter, keys, _ -> Duration.ZERO);
        }

        Source<T> in(DecodedObjects objects) {
            return keys instanceof KeysOfObject<?> ofObject
                    ? new Source<>(typed, filter, ofObject.in(objects), window)
                    : this;
        }
    }

    /// Keys that only the object as a class can tell.
    private record KeysOfObject<W extends HasMetadata>(
            Typed<W> typed, Function<? super W, ? extends Collection<ObjectKey>> mapper)
            implements Function<Stored, Collection<ObjectKey>> {
        KeysOfObject<W> in(DecodedObjects objects) {
            return new KeysOfObject<>(typed.in(objects), mapper);
        }

        @Override
        public Collection<ObjectKey> apply(Stored stored) {
            return List.copyOf(mapper.apply(typed.decode(stored)));
        }
    }

    public static <T extends HasMetadata> Builder<T> of(Class<T> type) {
        return of(Typed.of(type));
    }

    /// The controller of a kind: each of its objects is a key.
    public static <T extends HasMetadata> Builder<T> of(Typed<T> typed) {
        return new Builder<>(typed);
    }

    /// Collects what a controller is made of.
    public static final class Builder<T extends HasMetadata> {
        private final Typed<T> typed;
        private final GroupVersionKind kind;
        private final boolean namespaced;
        private final List<Source<?>> sources = new ArrayList<>();
        private String name;
        private int workers = 1;
        private TaskKind carrier = TaskKind.DEDICATED;
        private Echo echo = Echo.WAKES;
        private Duration freshWithin = Duration.ofSeconds(5);
        private Tracer tracer = RunTrace.NONE;
        private Optional<Finalizer<T>> finalizer = Optional.empty();

        private Builder(Typed<T> typed) {
            this.typed = typed;
            this.kind = typed.kind();
            this.namespaced = typed.namespaced();
            this.name = kind.kind().toLowerCase(Locale.ROOT);
            sources.add(new Source<>(typed, _ -> true, stored -> List.of(ObjectKey.of(stored.key()))));
        }

        public Builder<T> named(String newName) {
            name = newName;
            return this;
        }

        /// Only these changes of the kind itself; applies to what was named last: the kind, `owns` or
        /// `watches`.
        public Builder<T> when(Predicate<Change> filter) {
            sources.add(narrowed(sources.removeLast(), filter));
            return this;
        }

        /// A key that such a change wakes waits for as long for more of them: for keys that look at very many objects,
        /// so that they do not look at all of them for each. Applies to what was named last. It must not block.
        public Builder<T> gathering(Function<ObjectKey, Duration> window) {
            sources.add(gathered(sources.removeLast(), window));
            return this;
        }

        /// Objects whose controlling owner is of this kind wake their owner.
        public <C extends HasMetadata> Builder<T> owns(Class<C> child) {
            return owns(Typed.of(child));
        }

        public <C extends HasMetadata> Builder<T> owns(Typed<C> child) {
            sources.add(new Source<>(child, _ -> true, this::controllingOwner));
            return this;
        }

        /// Changes of another kind wake the keys that the mapper names. It must not block.
        public <W extends HasMetadata> Builder<T> watches(
                Class<W> other, Function<? super W, ? extends Collection<ObjectKey>> mapper) {
            return watches(Typed.of(other), mapper);
        }

        public <W extends HasMetadata> Builder<T> watches(
                Typed<W> other, Function<? super W, ? extends Collection<ObjectKey>> mapper) {
            return watchesStored(other, new KeysOfObject<>(other, mapper));
        }

        /// As [#watches], with a mapper that is content with key and header: nothing is decoded.
        public <W extends HasMetadata> Builder<T> watchesStored(
                Class<W> other, Function<Stored, ? extends Collection<ObjectKey>> mapper) {
            return watchesStored(Typed.of(other), mapper);
        }

        public <W extends HasMetadata> Builder<T> watchesStored(
                Typed<W> other, Function<Stored, ? extends Collection<ObjectKey>> mapper) {
            sources.add(new Source<>(other, _ -> true, mapper));
            return this;
        }

        /// How many keys are reconciled at a time; one key never by two.
        public Builder<T> workers(int newWorkers) {
            if (newWorkers < 1) {
                throw new IllegalArgumentException("workers: " + newWorkers + " (expected: >= 1)");
            }
            workers = newWorkers;
            return this;
        }

        /// As [#workers], for many that mostly wait. They share the cores with requests and watches as one of many,
        /// where threads of their own would crowd those out.
        public Builder<T> lightWorkers(int newWorkers) {
            carrier = TaskKind.LIGHT;
            return workers(newWorkers);
        }

        /// A key's own writes do not wake it again: neither those to its object nor what it creates. Only
        /// for loops that close every gap that they see in one run, report the world as it is after that,
        /// and change an object only if it is still as they saw it (with its resourceVersion), so that the
        /// next run would find nothing to do. Whoever goes on from one write to the next has to hear of each.
        public Builder<T> passingEchoes() {
            echo = Echo.PASSES;
            return this;
        }

        public Builder<T> freshWithin(Duration newFreshWithin) {
            freshWithin = newFreshWithin;
            return this;
        }

        /// Each run of the loop becomes a span, and each of its writes one below it.
        public Builder<T> tracedBy(OpenTelemetry telemetry) {
            tracer = telemetry.getTracer(RunTrace.LIBRARY);
            return this;
        }

        /// Objects of the kind do not go away before the cleanup is done with them. For [ObjectReconciler]s.
        ///
        /// @param finalizerName as it stands in the object: `example.com/backup`
        public Builder<T> finalizer(String finalizerName, ObjectReconciler<T> cleanup) {
            finalizer = Optional.of(new Finalizer<>(finalizerName, cleanup));
            return this;
        }

        /// A loop that is given the object, and writes under the controller's name.
        public Controller reconcile(ObjectReconciler<T> reconciler) {
            ObjectLoop.Parts<T> parts = new ObjectLoop.Parts<>(typed, name, finalizer, reconciler);
            Function<Loops, Reconciler> loop = loops -> new ObjectLoop<>(parts, loops);
            return new Controller(name, List.copyOf(sources), workers, carrier, echo, freshWithin, tracer, loop);
        }

        /// A loop that is given the key alone.
        public Controller reconcile(Reconciler reconciler) {
            if (finalizer.isPresent()) {
                throw new IllegalStateException(name + ": a finalizer (expected: only with an ObjectReconciler)");
            }
            return new Controller(
                    name, List.copyOf(sources), workers, carrier, echo, freshWithin, tracer, (Loops _) -> reconciler);
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
            return new Source<>(source.typed(), source.filter().and(filter), source.keys(), source.window());
        }

        private static <S extends HasMetadata> Source<S> gathered(
                Source<S> source, Function<ObjectKey, Duration> window) {
            return new Source<>(source.typed(), source.filter(), source.keys(), window);
        }
    }
}
