package dev.setpoint.client.testing;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What goes wrong between clients and a server, as a test wants it. Each switch is named after what a client sees: a
/// call that fails before or after it took effect, events that stay away, a watch that ends or expires, events that
/// come twice.
///
/// Several clients may be wrapped, such as those of the loops of one process, each with an identity of its own: they
/// share the switches and the record of their calls.
public final class FaultSwitches {
    /// Where a call fails.
    public enum When {
        /// Nothing was done.
        BEFORE,
        /// It was done, and only the answer is lost.
        AFTER
    }

    private record Fault(Predicate<RecordedCall> which, RuntimeException failure, When when) {}

    private final Env env;
    /// Guards everything below; never held across a call to `Env` or to a client.
    private final Object lock = new Object();

    private final List<RecordedCall> calls = new ArrayList<>();
    private final List<RecordedCall> forbidden = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<SwitchedWatch> watches = new ArrayList<>();
    private final Set<String> held = new TreeSet<>();
    private boolean duplicating;

    public FaultSwitches(Env env) {
        this.env = env;
    }

    /// A client whose calls go through these switches.
    public Client over(Client client) {
        return new SwitchedClient(client, env, this);
    }

    /// The next call that matches fails like this, once.
    public void failNext(Predicate<RecordedCall> which, ApiError error, When when) {
        synchronized (lock) {
            faults.add(new Fault(which, new ApiException(error), when));
        }
    }

    /// The next call that matches meets a defect of the client itself, once, before it has done anything.
    public void breakNext(Predicate<RecordedCall> which, RuntimeException defect) {
        synchronized (lock) {
            faults.add(new Fault(which, defect, When.BEFORE));
        }
    }

    /// Events of a resource stay away until [#release]; everything else goes on.
    public void hold(String resource) {
        synchronized (lock) {
            held.add(resource);
        }
    }

    public void release(String resource) {
        synchronized (lock) {
            held.remove(resource);
        }
        watchesOf(resource).forEach(SwitchedWatch::ring);
    }

    /// Ends every open watch of a resource, as a lost connection would: what has not been told through it never will
    /// be.
    public void closeWatches(String resource) {
        watchesOf(resource).forEach(SwitchedWatch::end);
    }

    /// Every open watch of a resource is told that its place is gone, and that it has to list again.
    public void expireWatches(String resource) {
        watchesOf(resource).forEach(SwitchedWatch::expire);
    }

    /// From now on every batch of events comes twice, and the last event before it once more.
    public void duplicateEvents() {
        synchronized (lock) {
            duplicating = true;
        }
    }

    /// Ends every fault that is still to come.
    public void heal() {
        List<String> released;
        synchronized (lock) {
            faults.clear();
            duplicating = false;
            released = List.copyOf(held);
        }
        released.forEach(this::release);
    }

    /// Every call so far, in order.
    public List<RecordedCall> calls() {
        synchronized (lock) {
            return List.copyOf(calls);
        }
    }

    public long count(String verb, String resource) {
        return calls().stream().filter(call -> call.is(verb, resource)).count();
    }

    /// The calls that the server has forbidden: a loop for which there are any lacks a right.
    public List<RecordedCall> forbidden() {
        synchronized (lock) {
            return List.copyOf(forbidden);
        }
    }

    // ---- for those who ask --------------------------------------------------------------------------------------

    /// Records a call that is about to be made.
    ///
    /// @return how it fails when it has been made
    /// @throws RuntimeException when it fails before
    Optional<RuntimeException> begin(RecordedCall call) {
        Optional<Fault> fault;
        synchronized (lock) {
            calls.add(call);
            fault = faults.stream().filter(each -> each.which.test(call)).findFirst();
            fault.ifPresent(faults::remove);
        }
        if (fault.isPresent() && fault.get().when == When.BEFORE) {
            throw fault.get().failure;
        }
        return fault.map(Fault::failure);
    }

    void forbidden(RecordedCall call) {
        synchronized (lock) {
            forbidden.add(call);
        }
    }

    void opened(SwitchedWatch watch) {
        synchronized (lock) {
            watches.add(watch);
        }
    }

    void closed(SwitchedWatch watch) {
        synchronized (lock) {
            watches.remove(watch);
        }
    }

    boolean holds(String resource) {
        synchronized (lock) {
            return held.contains(resource);
        }
    }

    boolean duplicating() {
        synchronized (lock) {
            return duplicating;
        }
    }

    private List<SwitchedWatch> watchesOf(String resource) {
        synchronized (lock) {
            return watches.stream()
                    .filter(watch -> watch.resource().equals(resource))
                    .toList();
        }
    }
}
