package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.table.TableForm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How one kind is defaulted, prepared, validated and selected. Trees are in the stored version and may be changed in
/// place where a method's name says so. The registry itself sets uid, names, timestamps, generation and managed fields.
public interface Strategy {
    /// Fills what the caller left out, as Kubernetes does on every decode. Defaulting twice is defaulting once.
    default void applyDefaults(JsonObject object) {}

    /// What names of this kind look like.
    default NameRule nameRule() {
        return NameRule.SUBDOMAIN;
    }

    /// Whether finalizers need a domain, as they do in all of Kubernetes' own kinds that nobody extends.
    default boolean qualifiesFinalizers() {
        return false;
    }

    /// Removes what a creator may not set, and sets what is derived. By default a new object has no status.
    default void prepareForCreate(JsonObject object) {
        object.remove("status");
    }

    /// Undoes what this write may not change. By default the status stays as it was.
    default void prepareForUpdate(JsonObject object, JsonObject old) {
        Fields.keep("status", object, old);
    }

    /// The status subresource changes the status alone.
    default void prepareForStatusUpdate(JsonObject object, JsonObject old) {
        for (String field : List.copyOf(object.names())) {
            if (!field.equals("status") && !field.equals("metadata")) {
                Fields.keep(field, object, old);
            }
        }
        for (String field : old.names()) {
            if (!field.equals("status") && !field.equals("metadata")) {
                Fields.keep(field, object, old);
            }
        }
    }

    /// Undoes what a write to another subresource may not change: `ephemeralcontainers`, `resize`, `finalize`,
    /// `approval`.
    default void prepareForSubresourceUpdate(String subresource, JsonObject object, JsonObject old) {
        prepareForUpdate(object, old);
    }

    default List<FieldError> validate(JsonObject object) {
        return List.of();
    }

    default List<FieldError> validateUpdate(JsonObject object, JsonObject old) {
        return validate(object);
    }

    default List<FieldError> validateStatusUpdate(JsonObject object, JsonObject old) {
        return List.of();
    }

    default List<FieldError> validateSubresourceUpdate(String subresource, JsonObject object, JsonObject old) {
        return validateUpdate(object, old);
    }

    /// Texts for the Warning headers of a successful creation.
    default List<String> warnings(JsonObject object) {
        return List.of();
    }

    /// The same for an update.
    default List<String> warningsOnUpdate(JsonObject object, JsonObject old) {
        return warnings(object);
    }

    /// What every request for this version is told, if the version is a deprecated one.
    default Optional<String> deprecation() {
        return Optional.empty();
    }

    /// How objects of the kind look in a table, where the kind itself says so.
    default Optional<TableForm> table() {
        return Optional.empty();
    }

    /// Where the `scale` subresource finds what it shows.
    default ScaleFields scale() {
        return ScaleFields.WORKLOAD;
    }

    /// Whether `metadata.generation` counts the changes of the desired state. Where it does not, it stays whatever the
    /// creator set.
    default boolean countsGenerations() {
        return true;
    }

    /// Whether an update, already prepared, moves the generation on. By default everything but metadata and status is
    /// desired state.
    default boolean changesDesiredState(JsonObject object, JsonObject old) {
        return Fields.differBesides(List.of("metadata", "status"), object, old);
    }

    /// Whether an update without a resource version is taken as "whatever is there now".
    default boolean allowsUnconditionalUpdate() {
        return true;
    }

    /// Whether an update of what does not exist creates it.
    default boolean allowsCreateOnUpdate() {
        return false;
    }

    /// How long a deletion waits for somebody to end the thing: empty when it does not wait. `requested` is what the
    /// caller asked for.
    default OptionalLong gracePeriodSeconds(JsonObject object, OptionalLong requested) {
        return OptionalLong.empty();
    }

    /// What becomes of dependents when the caller does not say: true leaves them orphaned.
    default boolean orphansByDefault() {
        return false;
    }

    /// Whether something besides the finalizers in its metadata keeps an object that is marked for deletion.
    default boolean holdsDeletion(JsonObject object) {
        return false;
    }

    /// Whether the mark of a deletion counts as a change of the desired state.
    default boolean deletionMovesGeneration() {
        return true;
    }

    /// Sets what changes with the deletion time, in place.
    default void onDeletionMarked(JsonObject object) {}

    /// Whether a deletion answers with the object that it removed instead of a Status.
    default boolean returnsDeletedObject() {
        return false;
    }
}
