package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// What must hold for an object, beyond its schema and its metadata. Asked of objects that are defaulted and prepared.
public non-sealed interface Rules extends Aspect {
    /// Of kinds without any, not even those that all of Kubernetes' own kinds obey.
    Rules NONE = new Rules() {};

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
}
