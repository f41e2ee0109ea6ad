package dev.setpoint.reconcile;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.reconcile.cache.CacheChange;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
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
/// The keys of such a controller are the objects of its kind. A loop over something else has keys of its own:
///
///     Controller.keyedBy(Zone.class)
///             .watches(Node.class, node -> List.of(Zone.of(node)))
///             .reconcile(zone -> balance(zone, nodes.indexed(ZONES, zone.name())));
///
/// @param <K> what a key is: see [Reconciler]
/// @param name for logs and metrics
/// @param sources the kinds to follow, and which keys a change of each concerns
/// @param carrier what carries each worker
/// @param echo whether a key's own writes wake it
/// @param freshWithin how long a key waits for the caches to show its own writes before it reads live
/// @param tracer gets a span for each run and for each write
/// @param reconciler makes the loop for the process that is to run it
public record Controller<K>(
        String name,
        List<Source<K>> sources,
        int workers,
        TaskKind carrier,
        Echo echo,
        Duration freshWithin,
        Tracer tracer,
        Function<Loops, Reconciler<K>> reconciler) {
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
    public record Source<K>(
            Typed<?> typed,
            Predicate<CacheChange> filter,
            Function<Stored, ? extends Collection<K>> keys,
            Function<K, Duration> window) {
        /// Each change is looked at as soon as possible.
        public Source(Typed<?> typed, Predicate<CacheChange> filter, Function<Stored, ? extends Collection<K>> keys) {
            this(typed, filter, keys, _ -> Duration.ZERO);
        }

        /// The same kind for a process that keeps its objects here.
        Source<K> in(DecodedObjects objects) {
            return keys instanceof KeysOfObject<?, ? extends Collection<K>> ofObject
                    ? new Source<>(typed, filter, ofObject.in(objects), window)
                    : this;
        }

        Source<K> when(Predicate<CacheChange> more) {
            return new Source<>(typed, filter.and(more), keys, window);
        }

        Source<K> gathering(Function<K, Duration> newWindow) {
            return new Source<>(typed, filter, keys, newWindow);
        }
    }

    /// Keys that only the object as a class can tell.
    record KeysOfObject<W extends HasMetadata, C>(Typed<W> typed, Function<? super W, C> mapper)
            implements Function<Stored, C> {
        KeysOfObject<W, C> in(DecodedObjects objects) {
            return new KeysOfObject<>(typed.in(objects), mapper);
        }

        @Override
        public C apply(Stored stored) {
            return mapper.apply(typed.decode(stored));
        }
    }

    public static <T extends HasMetadata> Builder<T> of(Class<T> type) {
        return of(Typed.of(type));
    }

    /// The controller of a kind: each of its objects is a key.
    public static <T extends HasMetadata> Builder<T> of(Typed<T> typed) {
        return new Builder<>(typed);
    }

    /// A controller with keys of this type, which its sources tell.
    public static <K> KeyedBuilder<K> keyedBy(Class<K> key) {
        return new KeyedBuilder<>(key.getSimpleName().toLowerCase(Locale.ROOT));
    }

    /// Collects what a controller is made of whose keys are no objects.
    public static final class KeyedBuilder<K> extends ControllerBuilder<K, KeyedBuilder<K>> {
        private KeyedBuilder(String name) {
            super(name);
        }

        @Override
        KeyedBuilder<K> self() {
            return this;
        }
    }

    /// Collects what the controller of a kind is made of.
    public static final class Builder<T extends HasMetadata> extends ControllerBuilder<ObjectKey, Builder<T>> {
        private final Typed<T> typed;
        private Optional<Finalizer<T>> finalizer = Optional.empty();

        private Builder(Typed<T> typed) {
            super(typed.kind().kind().toLowerCase(Locale.ROOT));
            this.typed = typed;
            var _ = follows(new Source<>(typed, _ -> true, stored -> List.of(ObjectKey.of(stored.key()))));
        }

        @Override
        Builder<T> self() {
            return this;
        }

        /// Objects whose controlling owner is of this kind wake their owner.
        public <C extends HasMetadata> Builder<T> owns(Class<C> child) {
            return owns(Typed.of(child));
        }

        public <C extends HasMetadata> Builder<T> owns(Typed<C> child) {
            return follows(new Source<>(child, _ -> true, this::controllingOwner));
        }

        /// A key's own writes do not wake it again: neither those to its object nor what it creates. Only
        /// for loops that close every gap that they see in one run, report the world as it is after that,
        /// and change an object only if it is still as they saw it (with its resourceVersion), so that the
        /// next run would find nothing to do. Whoever goes on from one write to the next has to hear of each.
        public Builder<T> passingEchoes() {
            return echo(Echo.PASSES);
        }

        /// Objects of the kind do not go away before the cleanup is done with them. For [ObjectReconciler]s.
        ///
        /// @param finalizerName as it stands in the object: `example.com/backup`
        public Builder<T> finalizer(String finalizerName, ObjectReconciler<T> cleanup) {
            finalizer = Optional.of(new Finalizer<>(finalizerName, cleanup));
            return this;
        }

        /// A loop that is given the object, and writes under the controller's name.
        public Controller<ObjectKey> reconcile(ObjectReconciler<T> reconciler) {
            ObjectLoop.Parts<T> parts = new ObjectLoop.Parts<>(typed, name(), finalizer, reconciler);
            return controller(loops -> new ObjectLoop<>(parts, loops));
        }

        @Override
        public Controller<ObjectKey> reconcile(Reconciler<ObjectKey> reconciler) {
            if (finalizer.isPresent()) {
                throw new IllegalStateException(name() + ": a finalizer (expected: only with an ObjectReconciler)");
            }
            return super.reconcile(reconciler);
        }

        private List<ObjectKey> controllingOwner(Stored stored) {
            GroupVersionKind kind = typed.kind();
            for (Owner owner : stored.header().owners()) {
                if (owner.controller()
                        && owner.kind().equals(kind.kind())
                        && GroupVersion.parse(owner.apiVersion()).group().equals(kind.group())) {
                    return List.of(
                            new ObjectKey(typed.namespaced() ? stored.key().namespace() : "", owner.name()));
                }
            }
            return List.of();
        }
    }
}
