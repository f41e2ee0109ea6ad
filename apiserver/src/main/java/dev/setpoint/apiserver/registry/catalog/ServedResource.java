package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.conversion.Conversion;
import dev.setpoint.resources.strategy.Strategy;
import java.util.List;

/// One resource in one version, with everything in which it differs from the others.
///
/// @param schema of the version that is served
/// @param storageSchema of the version that is worked on, which for built-in kinds is the stored one
/// @param conversion between the version that is served and the one that is worked on
/// @param storedFields the selectable fields of objects as they are kept, for their headers
public record ServedResource(
        ResourceType type,
        Schema schema,
        Schema storageSchema,
        Strategy strategy,
        Conversion conversion,
        StorageForm storageForm,
        SelectableFields storedFields) {
    /// The group and plural under which errors name it.
    public GroupResource groupResource() {
        return type.resource().groupResource();
    }

    /// The first part of the store keys of its objects.
    public String storageName() {
        return type.storageResource().groupResource().toString();
    }

    public Key key(String namespace, String name) {
        return new Key(storageName(), type.namespaced() ? namespace : "", name);
    }

    public GroupVersionKind kind() {
        return type.groupVersionKind();
    }

    /// The fields by which a request for this version may select, and what headers call them.
    public SelectableFields selectableFields() {
        return custom() ? storedFields : SelectableFields.of(groupResource().toString());
    }

    /// Whether this is a custom resource, whose bytes and lists look somewhat different.
    public boolean custom() {
        return schema.tolerant();
    }

    /// A private tree of an object that is [StorageForm#present], in the version that is worked on, without its type.
    public JsonObject tree(Stored stored) {
        JsonObject object = custom() ? CompactReader.object(stored.filled()) : CompactReader.outline(stored.filled());
        object.remove("kind");
        object.remove("apiVersion");
        return storageForm.toWorkingVersion(object);
    }

    public boolean allows(Verb verb, String subresource) {
        if (subresource.isEmpty()) {
            return type.allows(verb.word());
        }
        var found = type.subresource(subresource);
        return found != null && found.verbs().contains(verb.word());
    }

    public ApiException notFound(String name) {
        return new ApiException(new ApiError.NotFound(groupResource(), name));
    }

    public ApiException conflict(String name) {
        return new ApiException(new ApiError.Conflict(
                groupResource(),
                name,
                "the object has been modified; please apply your changes to the latest version and try again"));
    }

    /// Mistakes are told of the kind that is stored, whichever version the caller wrote.
    public ApiException invalid(String name, List<FieldError> errors) {
        return new ApiException(new ApiError.Invalid(type.storageKind(), name, errors));
    }
}
