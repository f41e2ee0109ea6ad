package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A strategy of one of Kubernetes' own kinds, whose rules collect what is wrong.
public interface KindStrategy extends Strategy {
    /// The status that a new object of the kind begins with, or null if the kind has none.
    default @Nullable JsonObject initialStatus(JsonObject object) {
        return null;
    }

    @Override
    default void prepareForCreate(JsonObject object) {
        JsonObject status = initialStatus(object);
        if (status == null) {
            object.remove("status");
        } else {
            object.put("status", status);
        }
    }

    /// What must hold for every object of the kind.
    default void check(JsonObject object, FieldErrors errors) {}

    /// What must hold when an object changes; what must always hold is checked here too, where the kind does so.
    default void checkUpdate(JsonObject object, JsonObject old, FieldErrors errors) {
        check(object, errors);
    }

    default void checkStatusUpdate(JsonObject object, JsonObject old, FieldErrors errors) {}

    default void checkSubresourceUpdate(String subresource, JsonObject object, JsonObject old, FieldErrors errors) {
        checkUpdate(object, old, errors);
    }

    @Override
    default boolean qualifiesFinalizers() {
        return true;
    }

    @Override
    default List<FieldError> validate(JsonObject object) {
        FieldErrors errors = new FieldErrors();
        check(object, errors);
        return errors.list();
    }

    @Override
    default List<FieldError> validateUpdate(JsonObject object, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        ObjectMetaValidation.qualifiedFinalizers(object, errors);
        checkUpdate(object, old, errors);
        return errors.list();
    }

    @Override
    default List<FieldError> validateStatusUpdate(JsonObject object, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        ObjectMetaValidation.qualifiedFinalizers(object, errors);
        checkStatusUpdate(object, old, errors);
        return errors.list();
    }

    @Override
    default List<FieldError> validateSubresourceUpdate(String subresource, JsonObject object, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        ObjectMetaValidation.qualifiedFinalizers(object, errors);
        checkSubresourceUpdate(subresource, object, old, errors);
        return errors.list();
    }
}
