package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A strategy of one of Kubernetes' own kinds, whose rules collect what is wrong.
public interface KindStrategy extends Strategy {
    /// What must hold for every object of the kind.
    default void check(JsonObject object, FieldErrors errors) {}

    /// What must hold when an object changes; what must always hold is checked here too, where the kind does so.
    default void checkUpdate(JsonObject object, JsonObject old, FieldErrors errors) {
        check(object, errors);
    }

    default void checkStatusUpdate(JsonObject object, JsonObject old, FieldErrors errors) {}

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
}
