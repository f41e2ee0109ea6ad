package dev.setpoint.reconcile.leader;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The Lease in the eyes of one candidate. Used by one task.
///
/// Clocks of machines differ, so the times in the Lease are for people. What counts is for how long it
/// has not been seen to change, on the candidate's own monotonic clock. Every write is conditional on the
/// revision last seen: of two that try, one fails.
final class LeaseLock {
    private static final GroupVersionResource LEASES = new GroupVersionResource("coordination.k8s.io", "v1", "leases");

    private final Env env;
    private final Client client;
    private final Candidate candidate;
    private final LeaseTiming timing;
    private final Target target;
    private final WriteOptions options;
    private @Nullable Stored observed;
    private long observedNanos;
    /// The highest number of a term that was seen: a Lease that somebody deleted does not begin to count
    /// anew.
    private long newestTerm = -1;

    LeaseLock(Env env, Client client, Candidate candidate, LeaseTiming timing) {
        this.env = env;
        this.client = client;
        this.candidate = candidate;
        this.timing = timing;
        this.target = Target.object(LEASES, candidate.namespace(), candidate.lease());
        this.options = WriteOptions.as(candidate.lease());
    }

    /// Takes the Lease if nobody else holds it: it is not there, was released, has run out, or is this
    /// candidate's own from before.
    ///
    /// Each success is a new term with a new number, also when the holder stays the same: what an earlier
    /// life of it still has under way is fenced off.
    ///
    /// @return the new term; empty when somebody else leads, or was faster
    /// @throws ApiException when the server cannot be asked
    Optional<Fence> tryAcquire() {
        look();
        if (observed == null) {
            long first = newestTerm + 1;
            return written(create(first)).map(_ -> fence(first));
        }
        JsonObject lease = CompactReader.object(observed.filled());
        JsonObject spec = lease.child("spec");
        String holder = spec.textOr("holderIdentity", "");
        boolean others = !holder.isEmpty() && !holder.equals(candidate.identity());
        if (others && !ranOut(spec)) {
            return Optional.empty();
        }
        long transitions = spec.integerOr("leaseTransitions", 0) + 1;
        String now = Timestamps.micros(env.wallTime());
        spec.put("holderIdentity", candidate.identity())
                .put("leaseDurationSeconds", timing.lease().toSeconds())
                .put("acquireTime", now)
                .put("renewTime", now)
                .put("leaseTransitions", transitions);
        return written(() -> client.update(target, new Body.Tree(lease), options))
                .map(_ -> fence(transitions));
    }

    /// How a try to renew went.
    sealed interface Renewal {
        record Renewed() implements Renewal {}

        /// The server could not be asked, or somebody touched the Lease meanwhile: another try may succeed.
        record Failed(String why) implements Renewal {}

        /// Somebody else leads, or the term is over.
        record Lost(String why) implements Renewal {}
    }

    Renewal renew(Fence fence) {
        try {
            if (written(() -> update(fence)).isPresent()) {
                return new Renewal.Renewed();
            }
            look();
            if (!isOf(fence)) {
                return new Renewal.Lost(holder().isEmpty() ? "nobody holds it" : holder() + " leads");
            }
            return written(() -> update(fence)).isPresent()
                    ? new Renewal.Renewed()
                    : new Renewal.Failed("it keeps changing");
        } catch (ApiException e) {
            return new Renewal.Failed(e.getMessage());
        }
    }

    /// Lets the next candidate take over at once.
    ///
    /// @throws ApiException when it cannot be written: then the others wait until it runs out
    void release(Fence fence) {
        if (!isOf(fence)) {
            return;
        }
        JsonObject lease = CompactReader.object(current().filled());
        String now = Timestamps.micros(env.wallTime());
        lease.child("spec")
                .put("holderIdentity", "")
                .put("leaseDurationSeconds", 1)
                .put("acquireTime", now)
                .put("renewTime", now);
        written(() -> client.update(target, new Body.Tree(lease), options));
    }

    /// What is told of the present holder; empty when there is none.
    String holder() {
        return observed == null ? "" : spec(observed).textOr("holderIdentity", "");
    }

    private Stored update(Fence fence) {
        JsonObject lease = CompactReader.object(current().filled());
        lease.child("spec")
                .put("holderIdentity", fence.holder())
                .put("leaseDurationSeconds", timing.lease().toSeconds())
                .put("renewTime", Timestamps.micros(env.wallTime()));
        return client.update(target, new Body.Tree(lease), options);
    }

    private Stored current() {
        if (observed == null) {
            throw new IllegalStateException("nothing was observed of " + target);
        }
        return observed;
    }

    /// @return empty when somebody else wrote first
    private Optional<Stored> written(Write write) {
        try {
            Stored answer = write.write();
            observe(answer);
            return Optional.of(answer);
        } catch (ApiException e) {
            if (e.error().conflict() || e.error().alreadyExists() || e.error().notFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private interface Write {
        Stored write();
    }

    private Write create(long firstTerm) {
        String now = Timestamps.micros(env.wallTime());
        JsonObject lease = new JsonObject()
                .put(
                        "metadata",
                        new JsonObject().put("name", candidate.lease()).put("namespace", candidate.namespace()))
                .put(
                        "spec",
                        new JsonObject()
                                .put("holderIdentity", candidate.identity())
                                .put("leaseDurationSeconds", timing.lease().toSeconds())
                                .put("acquireTime", now)
                                .put("renewTime", now)
                                .put("leaseTransitions", firstTerm));
        return () -> client.create(Target.collection(LEASES, candidate.namespace()), new Body.Tree(lease), options);
    }

    private void look() {
        Stored found;
        try {
            found = client.get(target);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
            found = null;
        }
        if (found == null || observed == null || found.revision() != observed.revision()) {
            observe(found);
        }
    }

    private void observe(@Nullable Stored lease) {
        observed = lease;
        observedNanos = env.monotonicNanos();
        if (lease != null) {
            newestTerm = Math.max(newestTerm, spec(lease).integerOr("leaseTransitions", 0));
        }
    }

    private static JsonObject spec(Stored lease) {
        return CompactReader.object(lease.filled()).child("spec");
    }

    private boolean ranOut(JsonObject spec) {
        Duration promised = Duration.ofSeconds(
                spec.integerOr("leaseDurationSeconds", timing.lease().toSeconds()));
        return env.monotonicNanos() - observedNanos >= promised.toNanos();
    }

    private boolean isOf(Fence fence) {
        if (observed == null) {
            return false;
        }
        JsonObject spec = spec(observed);
        return spec.textOr("holderIdentity", "").equals(fence.holder())
                && spec.integerOr("leaseTransitions", 0) == fence.transitions();
    }

    private Fence fence(long transitions) {
        return new Fence(candidate.namespace(), candidate.lease(), transitions, candidate.identity());
    }
}
