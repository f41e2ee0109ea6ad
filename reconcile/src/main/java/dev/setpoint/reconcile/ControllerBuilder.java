package dev.setpoint.reconcile;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.Controller.Echo;
import dev.setpoint.reconcile.Controller.Source;
import dev.setpoint.reconcile.cache.CacheChange;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Collects what a controller is made of, whatever its keys are: [Controller#of] begins one for the objects of a kind,
/// [Controller#keyedBy] one for anything else.
///
/// @param <B> the builder itself, which each step returns
public abstract sealed class ControllerBuilder<K, B extends ControllerBuilder<K, B>>
        permits Controller.Builder, Controller.KeyedBuilder {
    private final List<Source<K>> sources = new ArrayList<>();
    private String name;
    private int workers = 1;
    private TaskKind carrier = TaskKind.DEDICATED;
    private Echo echo = Echo.WAKES;
    private Duration freshWithin = Duration.ofSeconds(5);
    private Tracer tracer = RunTrace.NONE;

    ControllerBuilder(String name) {
        this.name = name;
    }

    abstract B self();

    public B named(String newName) {
        name = newName;
        return self();
    }

    String name() {
        return name;
    }

    /// Only these changes; applies to what was named last: the kind, `owns` or `watches`.
    public B when(Predicate<CacheChange> filter) {
        sources.add(sources.removeLast().when(filter));
        return self();
    }

    /// A key that such a change wakes waits for as long for more of them: for keys that look at very many objects,
    /// so that they do not look at all of them for each. Applies to what was named last. It must not block.
    public B gathering(Function<K, Duration> window) {
        sources.add(sources.removeLast().gathering(window));
        return self();
    }

    /// Changes of another kind wake the keys that the mapper names. It must not block.
    public <W extends HasMetadata> B watches(Class<W> other, Function<? super W, ? extends Collection<K>> mapper) {
        return watches(Typed.of(other), mapper);
    }

    public <W extends HasMetadata> B watches(Typed<W> other, Function<? super W, ? extends Collection<K>> mapper) {
        return watchesStored(other, new Controller.KeysOfObject<>(other, mapper));
    }

    /// As [#watches], with a mapper that is content with key and header: nothing is decoded.
    public <W extends HasMetadata> B watchesStored(Class<W> other, Function<Stored, ? extends Collection<K>> mapper) {
        return watchesStored(Typed.of(other), mapper);
    }

    public <W extends HasMetadata> B watchesStored(Typed<W> other, Function<Stored, ? extends Collection<K>> mapper) {
        return follows(new Source<>(other, _ -> true, mapper));
    }

    /// A source as it is, such as one that [Loops#follow] is given too.
    public B follows(Source<K> source) {
        sources.add(source);
        return self();
    }

    /// How many keys are reconciled at a time; one key never by two.
    public B workers(int newWorkers) {
        if (newWorkers < 1) {
            throw new IllegalArgumentException("workers: " + newWorkers + " (expected: >= 1)");
        }
        workers = newWorkers;
        return self();
    }

    /// As [#workers], for many that mostly wait. They share the cores with requests and watches as one of many,
    /// where threads of their own would crowd those out.
    public B lightWorkers(int newWorkers) {
        carrier = TaskKind.LIGHT;
        return workers(newWorkers);
    }

    B echo(Echo newEcho) {
        echo = newEcho;
        return self();
    }

    public B freshWithin(Duration newFreshWithin) {
        freshWithin = newFreshWithin;
        return self();
    }

    /// Each run of the loop becomes a span, and each of its writes one below it.
    public B tracedBy(OpenTelemetry telemetry) {
        tracer = telemetry.getTracer(RunTrace.LIBRARY);
        return self();
    }

    /// A loop that is given the key alone.
    public Controller<K> reconcile(Reconciler<K> reconciler) {
        return controller(_ -> reconciler);
    }

    Controller<K> controller(Function<Loops, Reconciler<K>> loop) {
        if (sources.isEmpty()) {
            throw new IllegalStateException(name + ": nothing that wakes it (expected: watches)");
        }
        return new Controller<>(name, List.copyOf(sources), workers, carrier, echo, freshWithin, tracer, loop);
    }
}
