package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.Traits;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Deletes an object, or marks it where somebody has to finish first: a finalizer, or the node that runs a pod.
public final class Deletion implements Transaction.Decision {
    static final String ORPHAN = "orphan";
    static final String FOREGROUND = "foregroundDeletion";

    /// What Kubernetes can count in nanoseconds.
    private static final long LONGEST_GRACE_SECONDS = Long.MAX_VALUE / 1_000_000_000;

    private final WriteRules rules;
    private final WriteRequest request;
    private final ServedResource resource;
    private final DeleteParameters parameters;
    private final Allocations together;
    private final AttemptMemory memory;

    Deletion(WriteRules rules, WriteRequest request, DeleteParameters parameters, Allocations together) {
        this.rules = rules;
        this.memory = new AttemptMemory(rules.memory());
        this.request = request;
        this.resource = request.resource();
        this.parameters = parameters;
        this.together = together;
    }

    @Override
    public Attempt on(Snapshot snapshot) {
        memory.beginAttempt();
        Key key = request.key();
        Stored current =
                resource.storageForm().present(snapshot.find(key).orElseThrow(() -> resource.notFound(key.name())));
        checkPreconditions(resource, current, parameters);
        JsonObject old = resource.tree(current);
        AdmissionAttempt attempt = AdmissionAttempt.ofDeletion(request, memory, snapshot, old);
        rules.admission().validate(attempt);
        JsonObject object = old.copy();
        Allocations.Extra extra = together.beside(resource, snapshot, old, object);
        mark(resource, object, parameters, rules.env().wallTime());
        return nothingHolds(resource, object)
                ? remove(snapshot, current, old, object, extra)
                : leave(snapshot, current, old, object, extra);
    }

    /// What is deleted at once is answered as it was marked, if its kind is one that is marked.
    private Attempt remove(
            Snapshot snapshot, Stored current, JsonObject old, JsonObject object, Allocations.Extra extra) {
        if (parameters.dryRun()) {
            return new Attempt.Settled(Written.of(current, Written.Effect.DELETED, List.of()));
        }
        boolean graceful = resource.strategy()
                .lifecycle()
                .gracePeriodSeconds(old, parameters.gracePeriodSeconds())
                .isPresent();
        Supplier<Stored> last = graceful
                ? () -> EncodedObject.of(resource, current.key(), object).at(current.revision())
                : () -> current;
        Commit commit =
                rules.remove(resource, snapshot, current, old).with(extra).commit();
        return new Attempt.Change(
                commit, revision -> new Written(() -> last.get().at(revision), Written.Effect.DELETED, List.of()));
    }

    private Attempt leave(
            Snapshot snapshot, Stored current, JsonObject old, JsonObject object, Allocations.Extra extra) {
        if (object.equals(old) || parameters.dryRun()) {
            return new Attempt.Settled(new Written(
                    () -> EncodedObject.of(resource, current.key(), object).at(current.revision()),
                    Written.Effect.MARKED,
                    List.of()));
        }
        Canonical.apply(object, resource.storageSchema());
        List<Commit.Condition> unchanged = List.of(WriteRules.unchanged(current));
        WriteRules.Staged staged = rules.put(resource, snapshot, current.key(), old, object, unchanged)
                .with(extra);
        return new Attempt.Change(
                staged.commit(),
                revision -> Written.of(staged.object().apply(revision), Written.Effect.MARKED, List.of()));
    }

    /// Whether a marked object may go: no finalizer is left and no grace period runs.
    static boolean nothingHolds(ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        if (!metadata.has("deletionTimestamp") || metadata.integerOr("deletionGracePeriodSeconds", 0) > 0) {
            return false;
        }
        JsonArray finalizers = metadata.array("finalizers");
        return (finalizers == null || finalizers.isEmpty())
                && !resource.strategy().lifecycle().holdsDeletion(object);
    }

    /// Sets the deletion time, the finalizers of the propagation policy and the grace period. Doing it again changes
    /// nothing, but a shorter grace period shortens the one that runs.
    private static void mark(ServedResource resource, JsonObject object, DeleteParameters parameters, Instant now) {
        JsonObject metadata = object.child("metadata");
        setPropagation(resource, metadata, parameters);
        OptionalLong grace = grace(resource, object, parameters);
        if (metadata.has("deletionTimestamp")) {
            long running = metadata.integerOr("deletionGracePeriodSeconds", 0);
            if (grace.isPresent() && grace.getAsLong() < running) {
                Instant was = Timestamps.parse(metadata.textOr("deletionTimestamp", ""))
                        .orElse(now);
                Instant end = was.minusSeconds(running).plusSeconds(grace.getAsLong());
                metadata.put("deletionTimestamp", Timestamps.seconds(end));
                metadata.put("deletionGracePeriodSeconds", grace.getAsLong());
            }
            return;
        }
        long seconds = grace.orElse(0);
        metadata.put("deletionTimestamp", Timestamps.seconds(now.plusSeconds(seconds)));
        metadata.put("deletionGracePeriodSeconds", seconds);
        if (metadata.has("generation")
                && resource.strategy().traits().generations().countsDeletion()) {
            metadata.put("generation", metadata.integerOr("generation", 0) + 1);
        }
        resource.strategy().lifecycle().onDeletionMarked(object);
    }

    /// Whoever asked for the longest there is gets 292 years, so that the end is a time which every client can read.
    private static OptionalLong grace(ServedResource resource, JsonObject object, DeleteParameters parameters) {
        OptionalLong grace =
                resource.strategy().lifecycle().gracePeriodSeconds(object, parameters.gracePeriodSeconds());
        return grace.isPresent() ? OptionalLong.of(Math.min(grace.getAsLong(), LONGEST_GRACE_SECONDS)) : grace;
    }

    private static void setPropagation(ServedResource resource, JsonObject metadata, DeleteParameters parameters) {
        JsonArray present = metadata.array("finalizers");
        List<String> finalizers = new ArrayList<>(present == null ? List.of() : present.texts());
        switch (parameters.propagation()) {
            case UNSPECIFIED -> {
                boolean decided = finalizers.contains(ORPHAN) || finalizers.contains(FOREGROUND);
                if (!decided && resource.strategy().traits().dependents() == Traits.Dependents.ORPHANED) {
                    finalizers.add(ORPHAN);
                }
            }
            case BACKGROUND -> finalizers.removeAll(List.of(ORPHAN, FOREGROUND));
            case FOREGROUND -> {
                finalizers.remove(ORPHAN);
                addOnce(finalizers, FOREGROUND);
            }
            case ORPHAN -> {
                finalizers.remove(FOREGROUND);
                addOnce(finalizers, ORPHAN);
            }
        }
        if (finalizers.isEmpty()) {
            metadata.remove("finalizers");
        } else {
            metadata.put("finalizers", JsonArray.ofTexts(finalizers));
        }
    }

    private static void addOnce(List<String> finalizers, String finalizer) {
        if (!finalizers.contains(finalizer)) {
            finalizers.add(finalizer);
        }
    }

    private static void checkPreconditions(ServedResource resource, Stored current, DeleteParameters parameters) {
        parameters.uid().ifPresent(uid -> {
            if (!uid.equals(current.header().uid())) {
                throw mismatch(
                        resource,
                        current,
                        "the UID in the precondition (" + uid + ") does not match the UID in record ("
                                + current.header().uid()
                                + "). The object might have been deleted and then recreated");
            }
        });
        parameters.resourceVersion().ifPresent(version -> {
            if (!version.equals(Long.toString(current.revision()))) {
                throw mismatch(
                        resource,
                        current,
                        "the ResourceVersion in the precondition (" + version
                                + ") does not match the ResourceVersion in record (" + current.revision()
                                + "). The object might have been modified");
            }
        });
    }

    /// Kubernetes names the kind here where it names the resource everywhere else.
    private static ApiException mismatch(ServedResource resource, Stored current, String why) {
        return new ApiException(new ApiError.Conflict(
                new GroupResource(resource.kind().group(), resource.kind().kind()),
                current.key().name(),
                why));
    }

    /// The Status that tells of a deletion that is complete.
    public static JsonObject success(ServedResource resource, Stored object) {
        JsonObject details = new JsonObject().put("name", object.key().name());
        if (!resource.groupResource().group().isEmpty()) {
            details.put("group", resource.groupResource().group());
        }
        details.put("kind", resource.groupResource().resource());
        details.put("uid", JsonValue.of(object.header().uid()));
        return new JsonObject()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", new JsonObject())
                .put("status", "Success")
                .put("details", details);
    }
}
