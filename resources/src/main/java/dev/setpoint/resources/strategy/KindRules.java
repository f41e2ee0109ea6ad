package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// The rules of one of Kubernetes' own kinds, which collect what is wrong. To them belongs that finalizers have a
/// domain.
public interface KindRules extends Rules {
    /// Of kinds that add none.
    KindRules COMMON = new KindRules() {};

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
