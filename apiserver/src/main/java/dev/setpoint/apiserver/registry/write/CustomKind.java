package dev.setpoint.apiserver.registry.write;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.text.Quoted;
import java.util.List;

/// Whether an object says that it is of the kind of a custom resource. Unlike those of built-in kinds it must say so.
public final class CustomKind {
    private CustomKind() {}

    static void check(JsonObject object, GroupVersionKind expected) {
        String kind = object.textOr("kind", "");
        if (kind.isEmpty()) {
            throw bad("the object provided is unrecognized (must be of type " + expected.kind()
                    + "): Object 'Kind' is missing in '" + object + "'");
        }
        String version = expected.groupVersion().toString();
        String given = object.textOr("apiVersion", "");
        if (!given.equals(version)) {
            throw bad("the API version in the data (" + given + ") does not match the expected API version (" + version
                    + ")");
        }
        if (!kind.equals(expected.kind())) {
            throw new ApiException(new ApiError.Invalid(
                    expected,
                    object.at("metadata", "name") instanceof JsonString(String name) ? name : "",
                    List.of(FieldError.invalid("kind", Quoted.of(kind), "must be " + expected.kind()))));
        }
    }

    private static ApiException bad(String message) {
        return new ApiException(new ApiError.BadRequest(message));
    }
}
