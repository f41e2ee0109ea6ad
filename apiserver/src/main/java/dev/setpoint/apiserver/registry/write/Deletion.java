package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.User;
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
import dev.setpoint.store.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Deletes objects, or marks them where somebody has to finish first: a finalizer, or the node that runs a pod.
public final class Deletion {
    static final String ORPHAN = "orphan";
    static final String FOREGROUND = "foregroundDeletion";

    private final ObjectWriter writer;
    private final AdmissionPlugin admission;

    public Deletion(ObjectWriter writer, AdmissionPlugin admission) {
        this.writer = writer;
        this.admission = admission;
    }

    /// What a deletion came to.
    ///
    /// @param shown how the object is answered, made when somebody wants to see it
    /// @param gone false when the object is only marked
    public record Outcome(Supplier<Stored> shown, boolean gone) {
        public Stored object() {
            return shown.get();
        }
    }

    public Outcome delete(User user, ServedResource resource, Key key, DeleteParameters parameters) {
        return delete(user, resource, key, parameters, Allocations.NONE);
    }

    /// @param together what is committed with the deletion, and may refuse it
    public Outcome delete(
            User user, ServedResource resource, Key key, DeleteParameters parameters, Allocations together) {
        return writer.change(snapshot -> {
            Stored current =
                    resource.storageForm().present(snapshot.find(key).orElseThrow(() -> resource.notFound(key.name())));
            checkPreconditions(resource, current, parameters);
            JsonObject old = resource.tree(current);
            admission.validate(AdmissionAttempt.ofDeletion(user, resource, key, snapshot, old));
            JsonObject object = old.copy();
            Allocations.Extra extra = together.beside(resource, snapshot, old, object);
            mark(resource, object, parameters, writer.env().wallTime());
            if (nothingHolds(resource, object)) {
                if (parameters.dryRun()) {
                    return new ObjectWriter.Attempt.Settled<>(new Outcome(() -> current, true));
                }
                Supplier<Stored> last = resource.strategy()
                                .gracePeriodSeconds(old, parameters.gracePeriodSeconds())
                                .isPresent()
                        ? () -> ObjectWriter.encode(resource, key, object).at(current.revision())
                        : () -> current;
                return outcome(last, writer.remove(resource, snapshot, current, old))
                        .with(extra);
            }
            if (object.equals(old) || parameters.dryRun()) {
                return new ObjectWriter.Attempt.Settled<>(new Outcome(
                        () -> ObjectWriter.encode(resource, key, object).at(current.revision()), false));
            }
            return outcome(marked(resource, snapshot, current, old, object)).with(extra);
        });
    }

    private ObjectWriter.Attempt<Stored> marked(
            ServedResource resource, Snapshot snapshot, Stored current, JsonObject old, JsonObject object) {
        Canonical.apply(object, resource.storageSchema());
        return writer.put(resource, snapshot, current.key(), old, object, List.of(ObjectWriter.unchanged(current)));
    }

    /// What is deleted at once is answered as it was marked.
    private static ObjectWriter.Attempt<Outcome> outcome(Supplier<Stored> last, ObjectWriter.Attempt<Stored> removal) {
        return switch (removal) {
            case ObjectWriter.Attempt.Write<Stored>(var commit, var _) ->
                new ObjectWriter.Attempt.Write<>(
                        commit, revision -> new Outcome(() -> last.get().at(revision), true));
            case ObjectWriter.Attempt.Settled<Stored>(Stored object) ->
                new ObjectWriter.Attempt.Settled<>(new Outcome(() -> object, true));
        };
    }

    private static ObjectWriter.Attempt<Outcome> outcome(ObjectWriter.Attempt<Stored> attempt) {
        return switch (attempt) {
            case ObjectWriter.Attempt.Write<Stored>(var commit, var result) ->
                new ObjectWriter.Attempt.Write<>(commit, revision -> {
                    Stored marked = result.apply(revision);
                    return new Outcome(() -> marked, false);
                });
            case ObjectWriter.Attempt.Settled<Stored>(Stored object) ->
                new ObjectWriter.Attempt.Settled<>(new Outcome(() -> object, false));
        };
    }

    /// Whether a marked object may go: no finalizer is left and no grace period runs.
    static boolean nothingHolds(ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        if (!metadata.has("deletionTimestamp") || metadata.integerOr("deletionGracePeriodSeconds", 0) > 0) {
            return false;
        }
        JsonArray finalizers = metadata.array("finalizers");
        return (finalizers == null || finalizers.isEmpty())
                && !resource.strategy().holdsDeletion(object);
    }

    /// Sets the deletion time, the finalizers of the propagation policy and the grace period. Doing it again changes
    /// nothing, but a shorter grace period shortens the one that runs.
    private static void mark(ServedResource resource, JsonObject object, DeleteParameters parameters, Instant now) {
        JsonObject metadata = object.child("metadata");
        setPropagation(resource, metadata, parameters);
        OptionalLong grace = resource.strategy().gracePeriodSeconds(object, parameters.gracePeriodSeconds());
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
        if (metadata.has("generation") && resource.strategy().deletionMovesGeneration()) {
            metadata.put("generation", metadata.integerOr("generation", 0) + 1);
        }
        resource.strategy().onDeletionMarked(object);
    }

    private static void setPropagation(ServedResource resource, JsonObject metadata, DeleteParameters parameters) {
        JsonArray present = metadata.array("finalizers");
        List<String> finalizers = new ArrayList<>(present == null ? List.of() : present.texts());
        switch (parameters.propagation()) {
            case UNSPECIFIED -> {
                boolean decided = finalizers.contains(ORPHAN) || finalizers.contains(FOREGROUND);
                if (!decided && resource.strategy().orphansByDefault()) {
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
