package dev.setpoint.resources.structural;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Objects within an object, such as a template of something to create, have a type and valid metadata too.
public final class EmbeddedObjects {
    private final FieldErrors errors = new FieldErrors();

    private EmbeddedObjects() {}

    public static List<FieldError> validate(JsonObject object, Structural schema) {
        EmbeddedObjects embedded = new EmbeddedObjects();
        schema.properties().forEach((name, property) -> {
            JsonValue value = object.get(name);
            if (value != null) {
                embedded.value(FieldPath.of(name), value, property);
            }
        });
        return embedded.errors.list();
    }

    private void value(FieldPath path, JsonValue value, @Nullable Structural schema) {
        if (schema == null) {
            return;
        }
        switch (value) {
            case JsonObject object -> {
                if (schema.embedded()) {
                    resource(path, object);
                }
                object.forEach((name, field) -> {
                    boolean property = schema.properties().containsKey(name);
                    value(property ? path.child(name) : path.key(name), field, schema.below(name));
                });
            }
            case JsonArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    value(path.index(i), array.get(i), schema.items());
                }
            }
            default -> {}
        }
    }

    private void resource(FieldPath path, JsonObject object) {
        type(path.child("apiVersion"), object.get("apiVersion"));
        String kind = type(path.child("kind"), object.get("kind"));
        if (kind != null) {
            List<String> mistakes = Formats.dns1035Label(kind.toLowerCase(Locale.ROOT));
            if (!mistakes.isEmpty()) {
                errors.invalid(
                        path.child("kind"),
                        kind,
                        "may have mixed case, but should otherwise match: " + String.join(",", mistakes));
            }
        }
        JsonObject metadata = object.object("metadata");
        if (metadata != null) {
            FieldPath at = path.child("metadata");
            ObjectMetaValidation.labels(metadata.object("labels"), at.child("labels"), errors);
            ObjectMetaValidation.annotations(metadata.object("annotations"), at.child("annotations"), errors);
            String name = metadata.textOr("name", "");
            if (!name.isEmpty()) {
                errors.invalid(at.child("name"), name, Formats.pathSegment(name));
            }
        }
    }

    private @Nullable String type(FieldPath path, @Nullable JsonValue value) {
        switch (value) {
            case null -> errors.required(path, "");
            case JsonString(String text) when text.isEmpty() -> errors.invalid(path, text, "must not be empty");
            case JsonString(String text) -> {
                return text;
            }
            default -> errors.invalidShown(path, Values.shown(value), "must be a string");
        }
        return null;
    }
}
